/**
 * The reference grammar of llms.txt, after parse_llms_txt of AnswerDotAI/llms-txt: the same expressions, and like there
 * a line of a section that is no link is an error.
 */
export interface LlmsTxt {
  title: string;
  summary?: string;
  info: string;
  sections: Record<string, { title: string; url: string; desc?: string }[]>;
}

export function parseLlmsTxt(text: string): LlmsTxt {
  const [start = '', ...rest] = text.split(/^##\s*(.*?$)/m);
  const found = /^#\s*(?<title>.+?$)\n+(?:^>\s*(?<summary>.+?$)$)?\n+(?<info>[\s\S]*)/m.exec(start.trim());
  if (!found?.groups) throw new Error('There is no title.');
  const sections: LlmsTxt['sections'] = {};
  for (let at = 0; at < rest.length; at += 2)
    sections[rest[at] as string] = (rest[at + 1] as string)
      .split(/\n+/)
      .filter((line) => line.trim())
      .map(parseLink);
  const { title = '', summary, info = '' } = found.groups;
  return { title, ...(summary !== undefined && { summary }), info: info.trim(), sections };
}

function parseLink(line: string): { title: string; url: string; desc?: string } {
  const found = /^-\s*\[(?<title>[^\]]+)\]\((?<url>[^)]+)\)(?::\s*(?<desc>.*))?$/.exec(line);
  if (!found?.groups) throw new Error(`Not a link: ${line}`);
  const { title = '', url = '', desc } = found.groups;
  return { title, url, ...(desc !== undefined && { desc }) };
}
