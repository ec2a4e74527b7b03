/** Values in order; an axis of numbers 1 to n stands below them. */
export interface XyChart {
  readonly title: string;
  /** What the n places of the x axis are. */
  readonly xTitle: string;
  readonly yTitle: string;
  /** The y axis reaches from 0 to this, or to the greatest value. */
  readonly top: number;
  readonly bars?: readonly number[];
  readonly line: readonly number[];
}

/** Colours that can be told apart from the ground and from one another in the light and the dark theme of GitHub. */
const BARS = '#d9534f';
const LINE = '#2f81f7';

/**
 * A fenced Mermaid chart, which GitHub draws in job summaries, issues and comments. The x axis is numeric: Mermaid lays equal
 * labels on one another, and dates are equal where two results are of one day. Titles are quoted texts of the program itself.
 */
export function xyChart({ title, xTitle, yTitle, top, bars, line }: XyChart): string {
  const highest = Math.max(top, 1, ...(bars ?? []), ...line);
  const palette = bars === undefined ? LINE : `${BARS}, ${LINE}`;
  return [
    '```mermaid',
    `%%{init: {"xyChart": {"width": 760, "height": 280}, "themeVariables": {"xyChart": {"plotColorPalette": "${palette}"}}}}%%`,
    'xychart-beta',
    `  title ${JSON.stringify(title)}`,
    `  x-axis ${JSON.stringify(xTitle)} 1 --> ${line.length}`,
    `  y-axis ${JSON.stringify(yTitle)} 0 --> ${highest}`,
    ...(bars === undefined ? [] : [`  bar [${bars.join(', ')}]`]),
    `  line [${line.join(', ')}]`,
    '```',
  ].join('\n');
}
