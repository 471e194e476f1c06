import { describe, expect, it } from 'vitest';
import { buildDate, WrongSetting } from '../../src/build/options.ts';
import { runScript } from '../support/run-script.ts';

const now = Date.parse('2026-11-22T23:00:00Z');
const dayOf = (epoch?: string): string => buildDate(epoch === undefined ? {} : { SOURCE_DATE_EPOCH: epoch }, now);

describe('the day of a build', () => {
  it('is that of SOURCE_DATE_EPOCH, or of the clock', () => {
    expect(dayOf()).toBe('2026-11-22');
    expect(dayOf('')).toBe('2026-11-22');
    expect(dayOf('0')).toBe('1970-01-01');
    expect(dayOf(String(Date.parse('2026-11-23') / 1000))).toBe('2026-11-23');
  });

  it.each([
    ['abc', 'SOURCE_DATE_EPOCH is "abc"; write seconds since 1970, such as 1795'],
    ['2026-11-22', 'SOURCE_DATE_EPOCH is "2026-11-22"'],
    ['-1', 'SOURCE_DATE_EPOCH is "-1"'],
    ['999999999999', 'SOURCE_DATE_EPOCH is "999999999999"'],
    ['\u001b[31m', 'SOURCE_DATE_EPOCH is "\\u{1b}[31m"'],
    [String(Date.parse('2100-01-01') / 1000), 'SOURCE_DATE_EPOCH is 2100-01-01, and today is 2026-11-22'],
  ])('%j is refused with a sentence', (epoch, message) => {
    expect(() => dayOf(epoch)).toThrow(WrongSetting);
    expect(() => dayOf(epoch)).toThrow(message);
  });

  it.each(['build', 'ledger', 'check', 'start'])('%s prints that sentence alone', (script) => {
    const { status, stderr } = runScript(script, [], { env: { SOURCE_DATE_EPOCH: 'abc' } });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^SOURCE_DATE_EPOCH is "abc"; [^\n]*\n(?:Nothing was built; dist\/ is as it was\.\n)?$/);
  });
});
