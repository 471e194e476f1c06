/** Reads a list as people paste it: lines, commas, semicolons, bullets, numbers; doses and frequencies stay with their name. */

const BULLET = /^\s*(?:[-*•·–—▪◦]|\(?\d{1,2}[.)])\s*/;
/** "twice a day", "5 mg", "at night": says how, and names nothing. */
const HOW =
  /^(?:\d+(?:[.,]\d+)?\s*(?:mg|mcg|µg|g|ml|iu|units?|%|tablets?|capsules?|pills?|puffs?|drops?|x|times)?\b|once|twice|three times|half|one|two|daily|nightly|weekly|a day|every|each|as needed|prn|bid|tid|qid|qd|at (?:night|bedtime|noon)|in the (?:morning|evening)|with (?:food|meals?)|before|after)(?:[\s\d.,/]|mg|mcg|g|ml|iu|a|day|daily|every|hours?|times|once|twice|tablets?|in|the|at|night|morning|evening|bedtime|with|food|meals?|as|needed|or|x|week|weekly|by|mouth|before|after|breakfast|dinner|for|pain|sleep)*$/i;

/** One name with its dose for each thing listed, in order. */
export function pastedList(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const pieces = line
      .replace(BULLET, '')
      .split(/[,;•]/)
      .map((piece) => piece.replace(BULLET, '').trim())
      .filter(Boolean);
    const names: string[] = [];
    for (const piece of pieces) {
      const last = names.pop();
      if (last === undefined) names.push(piece);
      else names.push(...(HOW.test(piece) ? [`${last} ${piece}`] : [last, piece]));
    }
    return names;
  });
}

/** The name before a dose or a frequency, where there is one: "Lipitor 20", "aspirin 81 daily". */
export function nameBeforeDose(text: string): string | undefined {
  const name = text.replace(/\s+(?:\d[\d.,]*\b|once\b|twice\b|daily\b|every\b|as needed\b|at night\b).*$/i, '').trim();
  return name !== '' && name !== text ? name : undefined;
}

/** "eliquis and aspirin" as two names. */
export const namesBetween = (text: string): string[] =>
  text
    .split(/\s+(?:and|with|plus)\s+|\s*[/+&]\s*/i)
    .map((part) => part.trim())
    .filter(Boolean);
