import { quoted } from '../../code-mode/sdk/spelling.ts';
import { SEPARATOR } from './upstream.ts';

/** What the error of a member that is not there says: its name, and then which are the nearest. */
const MISSING =
  /\["((?:[^"\\]|\\.){1,200})"\] is not a function: (?:\w+ has no members|the nearest members? (?:is|are) "(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")*)/g;

/** The text with what is wrong in place of the nearest members, where a tool is missing since its server is away. */
export function withAwayServers(text: string, away: readonly string[]): string {
  return text.replace(MISSING, (whole, name: string) => {
    const server = away.find((each) => name.startsWith(each + SEPARATOR));
    return server === undefined
      ? whole
      : `["${name}"] is not a function: the server ${quoted(server)} is not available`;
  });
}
