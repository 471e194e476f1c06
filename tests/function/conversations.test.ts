import { beforeAll, describe, expect, it } from 'vitest';
import { type HeldConversation, holdConversations } from '../measure/conversations.ts';
import { ownDist } from '../support/build.ts';
import { startServer } from '../support/function-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('ten questions through the official MCP client', () => {
  let listTokens: number;
  let held: HeldConversation[];
  beforeAll(async () => {
    const server = await startServer(await ownDist(), { DATA_DIR: temporaryFolder() });
    ({ listTokens, held } = await holdConversations(server.address));
    await server.end('SIGTERM');
  });

  it('are all answered, in two calls at most', () => {
    expect(held).toHaveLength(10);
    expect(held.filter(({ isAnswered, calls }) => !isAnswered || calls > 2)).toEqual([]);
  });

  it('cost at most 1,600 tokens of text a call, a comparison 2,600', () => {
    const dear = held.filter(({ tokens, calls }) => tokens / calls > 1600);
    expect(dear.map(({ question }) => question).filter((question) => question !== 'Lipitor or Crestor?')).toEqual([]);
    expect(Math.max(...dear.map(({ tokens, calls }) => tokens / calls), 0)).toBeLessThan(2600);
  });

  it('come after a list of tools of under 4,000 tokens', () => expect(listTokens).toBeLessThan(4000));
});
