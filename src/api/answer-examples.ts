import examples from './answer-examples.json' with { type: 'json' };
import type { ServiceData } from './catalog-data.ts';
import { envelope } from './envelope.ts';
import type { JsonSchema } from './inputs.ts';

export interface AnswerExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: JsonSchema;
}

/** `{site}` in their addresses is the address of the site. */
type ShortenedAnswer = Pick<AnswerExample, 'input'> & { summary: string; source: string; data: object };

/** The example of an operation, for the site that answers. @throws when there is none: every operation has one */
export function exampleOf(operationId: string, service: ServiceData): AnswerExample {
  const found = (examples as Readonly<Record<string, ShortenedAnswer>>)[operationId];
  if (found === undefined) throw new Error(`src/api/answer-examples.json has no example of ${operationId}.`);
  const { input, summary, source, data } = found;
  const answer = envelope(service, {
    summary,
    guidance: 'Shortened: a real answer says here how to present the data.',
    sourceUrl: `${service.site_url}${source}`,
    lastUpdated: service.last_updated,
    data: JSON.parse(JSON.stringify(data).replaceAll('{site}', service.site_url)) as object,
  });
  return { input, answer: answer as unknown as JsonSchema };
}
