import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

/**
 * Cuts the `mappings` of a source map down to a range of source lines (0-based) and counts source lines from its first.
 * Segments of other lines, and of no line, are left out; so are names.
 */
export function selectMappings(mappings: string, firstLine: number, lineCount: number): string {
  return encode(
    decode(mappings).map((segments) =>
      segments.flatMap((segment): SourceMapSegment[] => {
        if (segment.length === 1) return [];
        const [column, source, line, sourceColumn] = segment;
        const inside = line >= firstLine && line < firstLine + lineCount;
        return inside ? [[column, source, line - firstLine, sourceColumn]] : [];
      }),
    ),
  );
}
