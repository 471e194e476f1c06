import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { type Kind, kinds } from '../../schema/kinds.ts';
import type { Build } from '../service.ts';

const INDEX = 'llms.txt';
const MAX_COMPLETIONS = 100;

export function createCompanions({ assets, data, resolve }: Build) {
  const site = data.service.site_url;
  const uriTemplate = `${site}/{kind}/{slug}.md`;
  const slugs = new Map(kinds.map((kind) => [kind, slugsOf(kind, assets.paths)]));
  const readable = new Set([
    INDEX,
    ...kinds.flatMap((kind) => (slugs.get(kind) ?? []).map((slug) => `${kind}/${slug}.md`)),
  ]);

  return {
    resources: [{ uri: `${site}/${INDEX}`, name: INDEX, title: 'Index of all records', mimeType: 'text/plain' }],
    templates: [
      {
        uriTemplate,
        name: 'companion',
        title: 'Markdown companion of a record',
        description: 'The whole record as Markdown. kind is medication, supplement or peptide.',
        mimeType: 'text/markdown',
      },
    ],

    async read(uri: string): Promise<ReadResourceResult> {
      const asked = uri.startsWith(`${site}/`) ? resolve(uri.slice(site.length)) : undefined;
      const place = asked?.type === 'moved' ? resolve(asked.to) : asked;
      if (place?.type !== 'file' || !readable.has(place.file)) throw new ResourceNotFoundError(uri);
      const mimeType = place.file === INDEX ? 'text/plain' : 'text/markdown';
      const text = new TextDecoder().decode(await assets.read(place.file));
      return { contents: [{ uri: `${site}/${place.file}`, mimeType, text }] };
    },

    complete({ ref, argument, context }: CompleteRequestParams): CompleteResult {
      if (ref.type !== 'ref/resource' || ref.uri !== uriTemplate) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is nothing to complete but ${uriTemplate}.`);
      }
      const chosen = kinds.filter((kind) => kind === (context?.arguments?.kind ?? kind));
      const candidates: Readonly<Record<string, readonly string[]>> = {
        kind: kinds,
        slug: chosen.flatMap((kind) => slugs.get(kind) ?? []),
      };
      const known = Object.hasOwn(candidates, argument.name) ? candidates[argument.name] : undefined;
      const values = (known ?? []).filter((value) => value.startsWith(argument.value));
      const hasMore = values.length > MAX_COMPLETIONS;
      return { completion: { values: values.slice(0, MAX_COMPLETIONS), total: values.length, hasMore } };
    },
  };
}

const slugsOf = (kind: Kind, paths: Iterable<string>): string[] =>
  [...paths]
    .filter((path) => path.startsWith(`${kind}/`) && path.endsWith('.md'))
    .map((path) => path.slice(kind.length + 1, -'.md'.length))
    .toSorted();
