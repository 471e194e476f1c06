/** RFC 5545: one all-day event that says to look again. It says nothing of what is in the list. */
export function calendarFile({
  date,
  address,
  id,
  now,
}: {
  date: string;
  address: string;
  id: string;
  now: Date;
}): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Materia//My list//EN',
    'BEGIN:VEVENT',
    `UID:${id}@my-list`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    'SUMMARY:Look again at my list',
    `DESCRIPTION:See what changed: ${address}`,
    `URL:${address}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Look again at my list',
    'TRIGGER:PT9H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}

/** Lines of at most 75 bytes; addresses are ASCII. */
const folded = (line: string): string => line.match(/^.{1,75}|.{1,74}/g)?.join('\r\n ') ?? line;
