const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const count = (value: number): string => whole.format(value);

/** `840 ms`, `1.2 s` */
export function duration(ms: number): string {
  if (ms < 10) return `${short.format(ms)} ms`;
  return ms < 1_000 ? `${whole.format(ms)} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** `840 B`, `1.2 MB` */
export function size(bytes: number): string {
  if (bytes < 1_024) return `${whole.format(bytes)} B`;
  return bytes < 1_048_576 ? `${short.format(bytes / 1_024)} kB` : `${short.format(bytes / 1_048_576)} MB`;
}

/** `1 call of the host`, `2,000 calls of the host` */
export function plural(amount: number, noun: string, rest = ''): string {
  return `${count(amount)} ${noun}${amount === 1 ? '' : 's'} ${rest}`.trimEnd();
}
