/** Longest parsed line: an agent's fields are sentences. */
const LONGEST_LINE = 4_000;
const LABEL = /^([A-Z][A-Z_]{0,40})[ \t]{0,20}:(.*)$/;
const FENCE = /^(?:```|~~~)/;

/** A line `NAME: value`. */
export interface Labelled {
  readonly label: string;
  readonly value: string;
  /** Index of the line. */
  readonly at: number;
}

/** The lines of an agent's text, without Markdown marks around them: spaces, emphasis, quotes, headings. */
export function bareLines(output: string): readonly string[] {
  return output.split(/\r\n|\r|\n/).map((line) => bare(line.slice(0, LONGEST_LINE)));
}

/** A line without emphasis, quote and heading marks. */
function bare(line: string): string {
  const trimmed = line.trim();
  let start = 0;
  while (start < trimmed.length && '># \t'.includes(trimmed.charAt(start))) start++;
  return trimmed.slice(start).replaceAll('**', '').replaceAll('__', '').trim();
}

/** All lines of the form `NAME: value` with one of these names. */
export function labelledLines(lines: readonly string[], names: readonly string[]): readonly Labelled[] {
  return lines.flatMap((line, at) => {
    const [, label, value = ''] = LABEL.exec(line) ?? [];
    return label !== undefined && names.includes(label) ? [{ label, value: unquoted(value), at }] : [];
  });
}

/** A value without the backticks or quotes around it. */
function unquoted(value: string): string {
  const trimmed = value.trim();
  const first = trimmed.charAt(0);
  const quoted = trimmed.length > 1 && '`"\''.includes(first) && trimmed.endsWith(first);
  return quoted ? trimmed.slice(1, -1).trim() : trimmed;
}

export function isFence(line: string): boolean {
  return FENCE.test(line);
}
