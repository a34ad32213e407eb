import { codeFrame } from '../../seam/code-frame.ts';
import { lineAt, locationAt } from '../../seam/source-lines.ts';
import type { CodeLocation, CodeRunFailure } from '../../seam/types.ts';
import { type Edit, offsetBefore } from './edits.ts';

/** A program that was run in place of the submitted one, of which `source` is a copy of the same length to edit. */
export interface EditedProgram {
  readonly submitted: string;
  readonly source: string;
  readonly edits: readonly Edit[];
  readonly program: string;
}

/** The failure as it would be, had the submitted text been run: its place, and what the message shows of the text. */
export function restoreFailure(failure: CodeRunFailure, edited: EditedProgram): CodeRunFailure {
  const { message, location } = failure;
  if (location === undefined) return failure;
  return {
    ...failure,
    message: restoreThrown(message, location, edited) ?? restoreRefused(message, edited),
    location: submittedLocation(location, edited),
  };
}

/** What a program threw: the position ends the first line of the message, and the frame ends the message. */
function restoreThrown(message: string, location: CodeLocation, edited: EditedProgram): string | undefined {
  const frame = codeFrame(edited.program, location);
  const lineEnd = message.indexOf('\n');
  const head = message.slice(0, lineEnd);
  const tail = message.slice(lineEnd);
  const position = positionText(location);
  if (!head.endsWith(position) || !tail.endsWith(`\n\n${frame}`)) return undefined;
  const place = submittedLocation(location, edited);
  return (
    head.slice(0, -position.length) +
    positionText(place) +
    tail.slice(0, -frame.length) +
    codeFrame(edited.submitted, place)
  );
}

/** Why a program was refused: paragraphs that end in a position, each followed by its frame, the last one maybe cut. */
function restoreRefused(message: string, edited: EditedProgram): string {
  let frame = '';
  let restoredFrame = '';
  const paragraphs = message.split('\n\n').map((paragraph, index, { length }) => {
    const shown = paragraph === frame || (index === length - 1 && frame.startsWith(paragraph));
    if (shown && frame !== '') return restoredFrame;
    const match = /^([\s\S]*) \(line (\d+), column (\d+)\)$/.exec(paragraph);
    if (match === null) return paragraph;
    const location = { line: Number(match[2]), column: Number(match[3]) };
    const place = submittedLocation(location, edited);
    frame = codeFrame(edited.program, location);
    restoredFrame = codeFrame(edited.submitted, place);
    return match[1] + positionText(place);
  });
  return paragraphs.join('\n\n');
}

function positionText({ line, column }: CodeLocation): string {
  return ` (line ${line}, column ${column})`;
}

function submittedLocation({ line, column }: CodeLocation, edited: EditedProgram): CodeLocation {
  const { start, end } = lineAt(edited.program, line);
  const offset = Math.min(start + column - 1, end);
  return locationAt(edited.submitted, offsetBefore(edited.source, edited.edits, offset));
}
