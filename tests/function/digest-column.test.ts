import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDigestColumn } from '../../src/function/files/digest-column.ts';

it('a column of digests gives back each as it was set, and none where none was', () => {
  const digests = Array.from({ length: 300 }, (_, number) => hash('sha256', String(number)));
  const column = createDigestColumn(digests.length);
  for (const [number, digest] of digests.entries()) if (number % 3 > 0) column.set(number, digest);
  expect(digests.map((_, number) => column.get(number))).toEqual(
    digests.map((digest, number) => (number % 3 > 0 ? digest : undefined)),
  );
});
