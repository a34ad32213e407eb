import { hasOwn, stringCharCodeAt, stringSlice } from '../../bridge/intrinsics.ts';
import { stringToLowerCase } from '../builtins.ts';

export type EncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const LABELS: Record<EncodingName, string> = {
  'utf-8': 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8',
  'utf-16le': 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le',
  'utf-16be': 'unicodefffe utf-16be',
  'windows-1252':
    'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 ' +
    'iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252',
};

const byLabel: Record<string, EncodingName> = Object.create(null) as Record<string, EncodingName>;
for (const [name, labels] of Object.entries(LABELS)) {
  for (const label of labels.split(' ')) byLabel[label] = name as EncodingName;
}

/** The encoding that a label stands for; `undefined` for one that is not known here. */
export function encodingOf(label: string): EncodingName | undefined {
  let start = 0;
  let end = label.length;
  while (start < end && isWhitespace(stringCharCodeAt(label, start))) start++;
  while (end > start && isWhitespace(stringCharCodeAt(label, end - 1))) end--;
  const key = stringToLowerCase(stringSlice(label, start, end));
  return hasOwn(byLabel, key) ? byLabel[key] : undefined;
}

/** ASCII whitespace of the web's standards. */
export function isWhitespace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 12 || unit === 13;
}
