/** A module bundled at build time into one self-contained classic script, carried as text. */
declare module '*?script' {
  const source: string;
  export default source;
}

/** The document of a frame around such a script, see `framePage`. */
declare module '*?frame' {
  const page: string;
  export default page;
}

/** The address of a file that lies beside the built code, see `fileBeside` in vite.config.ts. */
declare module '*?beside' {
  const address: () => string;
  export default address;
}
