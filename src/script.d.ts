/** A module bundled at build time into one self-contained classic script, carried as text. */
declare module '*?script' {
  const source: string;
  export default source;
}
