/**
 * Loaded before a program (`node --permission-audit --import ...`): writes what it reads, writes, starts and calls, as JSON
 * lines of `[what, of which]`, into the file that WATCH_FILE names. The audit tells of files by paths that the command
 * line did not allow; of names that are looked up and sockets that are opened Node 24 has no audit, so they are taken here.
 */
import { subscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';

type Seen = readonly [what: string, of: string];

const seen: Seen[] = [];
for (const channel of ['fs', 'child', 'wasi', 'inspector']) {
  subscribe(`node:permission-model:${channel}`, (message) => {
    const { permission, resource } = message as { permission: string; resource: string };
    seen.push([permission, resource]);
  });
}
const { lookup } = dns;
dns.lookup = ((...args: Parameters<typeof lookup>) => {
  seen.push(['Lookup', String(args[0])]);
  return lookup(...args);
}) as typeof lookup;
const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  seen.push(['Connect', JSON.stringify(args[0])]);
  return (connect as (...given: unknown[]) => Socket).apply(this, args);
} as typeof connect;

process.on('exit', () => {
  const lines = seen.map((one) => `${JSON.stringify(one)}\n`).join('');
  appendFileSync(process.env.WATCH_FILE as string, lines);
});
