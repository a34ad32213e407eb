// Prints figures as text.

function format(value, digits) {
  if (value === undefined || Number.isNaN(value)) return '-';
  if (value >= 1_000) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return value >= 100 ? value.toFixed(1) : value.toFixed(digits);
}

const ratio = (value) => (value === undefined ? '-' : `${format(value, value < 0.1 ? 3 : 2)}x`);

/** Columns as wide as they need to be; the first one to the left, the others to the right unless told. */
export function table(head, rows, left = [0]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) =>
    `  ${row.map((cell, at) => (left.includes(at) ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')}`;
  return [head, widths.map((width) => '-'.repeat(width)), ...rows]
    .map((row) => line(row).trimEnd())
    .join('\n');
}

export function groupTable({ title, unit, digits, against, rows, failures }) {
  const bases = against.filter((name) => rows.some((row) => row.ratios[name] !== undefined));
  const head = ['', `median ${unit}`, 'p10', 'p90', 'n', ...bases.map((name) => `to ${name}`)];
  const lines = rows.map((row) => [
    row.name,
    ...[row.median, row.p10, row.p90].map((value) => format(value, digits)),
    String(row.n),
    ...bases.map((name) => ratio(row.ratios[name])),
  ]);
  const failed = Object.entries(failures).map(([name, reason]) => `\n  ${name}: ${reason}`);
  return `\n${title}\n${table(head, lines)}${failed.join('')}`;
}

export function targetTable(verdicts) {
  const rows = verdicts.map(({ figure, target, value, quick, unit, met, missedBy, measured }) => [
    figure,
    target,
    value === undefined ? '-' : unit === 'x' ? ratio(value) : `${format(value, 2)} ${unit}`,
    quick === undefined ? '-' : ratio(quick),
    measured,
    value === undefined ? 'not measured' : met ? 'met' : `missed by ${missedBy}`,
  ]);
  return `\nTargets\n${table(['figure', 'target', 'is', 'at p10', 'medians', 'verdict'], rows, [0, 1, 4, 5])}`;
}
