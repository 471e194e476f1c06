import { refOf } from '../../records/entry.ts';
import type { ContentProblem } from '../problems.ts';
import type { CatalogRule } from './rule.ts';

/** A retired slug is not reused, and a redirect leads to a record in one step. */
export const soundRedirects: CatalogRule = {
  name: 'sound-redirects',
  check(catalog, _terms, files) {
    const { renamed, withdrawn } = catalog.redirects;
    const refs = new Map(catalog.entries.map((entry) => [refOf(entry), entry]));
    const problem = (reason: string): ContentProblem => ({
      file: 'redirects.yaml',
      line: 1,
      column: 1,
      path: '',
      reason,
    });
    return [
      ...[...renamed.map(({ kind, from }) => `${kind}/${from}`), ...withdrawn.map(refOf)].flatMap((ref) => {
        const entry = refs.get(ref);
        return entry
          ? [files.of(entry).at([], `uses the retired slug ${ref}; a retired slug is not used again (redirects.yaml)`)]
          : [];
      }),
      ...renamed.flatMap(({ kind, from, to }) =>
        files.slugs(kind).includes(to)
          ? []
          : [problem(`renamed ${kind}/${from} leads to ${kind}/${to}, which is no record`)],
      ),
      ...withdrawn.flatMap(({ kind, slug, successor }) =>
        successor === undefined || files.slugs(kind).includes(successor)
          ? []
          : [problem(`withdrawn ${kind}/${slug} names the successor ${kind}/${successor}, which is no record`)],
      ),
    ];
  },
};
