/** The words of a text that is laid out in any way. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/** What stands between the commas of a text that is laid out in any way. */
export const phrases = (text: string): string[] =>
  text.split(',').map((one) => one.trim().replaceAll(/\s*\n\s*/g, ' '));
