/** The formats that are checked: those of which nobody doubts what they allow, each in linear time. */
export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', isTime],
  [
    'date-time',
    (text) => {
      const [date = '', time = '', ...rest] = text.split(/[Tt ]/, 3);
      return rest.length === 0 && isDate(date) && isTime(time);
    },
  ],
  ['uuid', (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)],
  ['ipv4', (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text)],
  // What the many definitions of these agree on.
  ['email', (text) => /^[^\s@]/.test(text) && text.indexOf('@', 1) > 0 && !/[@\s]$/.test(text)],
  ['uri', (text) => /^[a-z][a-z\d+.-]*:/i.test(text) && !/\s/.test(text)],
]);

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.test(
    text,
  );
}
