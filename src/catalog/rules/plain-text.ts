import { invisibleIn } from '../../text/invisible.ts';
import type { ContentProblem } from '../problems.ts';
import type { YamlFile } from '../yaml.ts';
import { type RecordRule, strings } from './rule.ts';

/** A key of the record that a wrapped line has taken into the text before it. */
const FOLDED_KEY = /\b(?:sources: \[|evidence: (?:label|human|theory)\b)/;
const MARKUP = /<[a-z/!?]|&(?:[a-z]+|#\d+|#x[0-9a-f]+);|\]\(|\*\*|`|\{\{|\$\{/i;

/** Plain text only: no markup, no key of the record, no invisible characters, no blank texts. */
export const plainText: RecordRule = {
  name: 'plain-text',
  check: (record, file) =>
    strings(record).flatMap(([path, text]) => {
      const unseen = unseenFault(text);
      if (unseen) return [file.at(path, unseen)];
      const markup = MARKUP.exec(text)?.[0];
      if (markup) return [file.at(path, `holds markup (${markup}); write plain text`)];
      const key = FOLDED_KEY.exec(text)?.[0];
      if (key) return [file.at(path, `holds the key "${key}" in its text; put it on a line of its own`)];
      if (text.trim() === '') return [file.at(path, 'is blank; fill it or leave the field out')];
      return text === text.trim() ? [] : [file.at(path, 'begins or ends with a space; delete it')];
    }),
};

function unseenFault(text: string): string | undefined {
  const code = invisibleIn(text)?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return code && `holds the control character U+${code}; delete it`;
}

/** The part of the rule for files that are not records: their texts may have several lines, but no invisible characters. */
export const checkText = (file: YamlFile): ContentProblem[] =>
  strings(file.value).flatMap(([path, text]) => {
    const unseen = unseenFault(text.replaceAll('\n', ' '));
    return unseen ? [file.at(path, unseen)] : [];
  });
