import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A new folder that is gone after the run. */
export const temporaryFolder = (): string => mkdtempSync(join(inject('runDir'), 'test-'));
