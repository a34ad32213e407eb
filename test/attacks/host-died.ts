/** The host of an attack ended before it could report. */
export class HostDied extends Error {
  override readonly name = 'HostDied';
}
