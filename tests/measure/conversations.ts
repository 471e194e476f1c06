import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { bytesOf, tokensOf } from './answer-facts.ts';

interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** What a person asks, and the calls by which an agent answers it. */
export const conversations: readonly { readonly question: string; readonly calls: readonly Call[] }[] = [
  {
    question: 'I take warfarin and ibuprofen; may I?',
    calls: [call('check_interactions', { item1: 'warfarin', item2: 'ibuprofen' })],
  },
  { question: 'What is Coumadin, and what must I watch?', calls: [call('lookup_medication', { name: 'Coumadin' })] },
  {
    question: 'Warfarin, sertraline, omeprazole, lisinopril and ibuprofen: is that dangerous?',
    calls: [
      call('check_interactions', {
        item1: 'warfarin',
        item2: 'sertraline',
        more: ['omeprazole', 'lisinopril', 'ibuprofen'],
      }),
    ],
  },
  { question: 'How do I stop Zoloft?', calls: [call('lookup_medication', { name: 'Zoloft', section: ['stopping'] })] },
  {
    question: 'What is there against heartburn, and what does it do to me?',
    calls: [
      call('search', { q: 'heartburn', limit: 5 }),
      call('lookup_medication', { name: 'omeprazole', section: ['uses', 'side_effects'] }),
    ],
  },
  { question: 'Lipitor or Crestor?', calls: [call('compare_medications', { name1: 'Lipitor', name2: 'Crestor' })] },
  { question: 'Who paid for the Wegovy trials?', calls: [call('check_funding_bias', { name: 'Wegovy' })] },
  {
    question: 'Can I lower my blood pressure without lisinopril?',
    calls: [call('find_lifestyle_alternatives', { name: 'lisinopril' })],
  },
  {
    question: 'Simvastatin with grapefruit, and I may be pregnant?',
    calls: [
      call('check_interactions', { item1: 'simvastatin', item2: 'grapefruit' }),
      call('lookup_medication', { name: 'simvastatin', section: ['populations'] }),
    ],
  },
  {
    question: 'Are statins bad for muscles?',
    calls: [
      call('lookup_medication', { name: 'statins' }),
      call('lookup_medication', { name: 'atorvastatin', section: ['safety', 'side_effects'] }),
    ],
  },
];

function call(tool: string, input: Record<string, unknown>): Call {
  return { tool, input };
}

export interface HeldConversation {
  readonly question: string;
  readonly calls: number;
  /** What a model reads: the text blocks. */
  readonly tokens: number;
  /** Of the results as a whole, structured content included. */
  readonly bytes: number;
  /** Whether each result has a text that is no fault of ours. */
  readonly isAnswered: boolean;
}

/** Holds the conversations with a server, through the official client. */
export async function holdConversations(address: string): Promise<{ listTokens: number; held: HeldConversation[] }> {
  const client = new Client({ name: 'conversations', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address)));
  const { tools } = await client.listTools();
  const held: HeldConversation[] = [];
  for (const { question, calls } of conversations) {
    const results = [];
    for (const { tool, input } of calls) results.push(await client.callTool({ name: tool, arguments: input }));
    const texts = results.map(({ content }) => {
      const [block] = content;
      return block?.type === 'text' ? block.text : '';
    });
    held.push({
      question,
      calls: calls.length,
      tokens: tokensOf(texts.join('')),
      bytes: results.reduce((sum, result) => sum + bytesOf(JSON.stringify(result)), 0),
      isAnswered: texts.every((text) => text !== '' && !text.includes('internal_error')),
    });
  }
  await client.close();
  return { listTokens: tokensOf(JSON.stringify({ tools })), held };
}
