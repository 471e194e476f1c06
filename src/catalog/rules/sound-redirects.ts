import { refOf } from '../../records/entry.ts';
import { type ContentProblem, wholeFile } from '../problems.ts';
import type { CatalogRule } from './rule.ts';

/** A retired slug is not reused, and a redirect leads to a record in one step. */
export const soundRedirects: CatalogRule = {
  name: 'sound-redirects',
  *check({ entries, redirects: { renamed, withdrawn } }, _terms, files) {
    const refs = new Map(entries.map((entry) => [refOf(entry), entry]));
    for (const ref of [...renamed.map(({ kind, from }) => `${kind}/${from}`), ...withdrawn.map(refOf)]) {
      const entry = refs.get(ref);
      const reason = `uses the retired slug ${ref}; a retired slug is not used again (redirects.yaml)`;
      if (entry) yield files.of(entry).at([], reason);
    }
    for (const { kind, from, to } of renamed)
      if (!files.slugs(kind).includes(to))
        yield problem(`renamed ${kind}/${from} leads to ${kind}/${to}, which is no record`);
    for (const { kind, slug, successor } of withdrawn)
      if (successor !== undefined && !files.slugs(kind).includes(successor))
        yield problem(`withdrawn ${kind}/${slug} names the successor ${kind}/${successor}, which is no record`);
  },
};

const problem = (reason: string): ContentProblem => wholeFile('redirects.yaml', reason);
