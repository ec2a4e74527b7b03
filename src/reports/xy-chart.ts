/** One line of a chart: a value for each place of the x axis. */
export interface ChartLine {
  /** Colours of the shades that can be told apart from the ground in the light and in the dark theme of GitHub. */
  readonly color: 'red' | 'blue';
  readonly values: readonly number[];
}

/** Lines over an axis of numbers from 1. */
export interface XyChart {
  readonly title: string;
  /** What the places of the x axis are. */
  readonly xTitle: string;
  readonly yTitle: string;
  /** The y axis reaches from 0 to this, or to the greatest value. */
  readonly top: number;
  readonly lines: readonly ChartLine[];
}

const SHADES = { red: '#d9534f', blue: '#2f81f7' } as const;

/**
 * A fenced Mermaid chart, which GitHub draws in job summaries, issues and comments. Lines only, over a numeric x axis: Mermaid lays
 * equal labels on one another, and dates are equal where two results are of one day; and it draws bars over numbers in the wrong
 * places. The first colours of its own palette can hardly be seen. Titles are texts of the program itself.
 */
export function xyChart({ title, xTitle, yTitle, top, lines }: XyChart): string {
  const palette = lines.map(({ color }) => SHADES[color]).join(', ');
  const count = Math.max(...lines.map(({ values }) => values.length));
  return [
    '```mermaid',
    `%%{init: {"xyChart": {"width": 760, "height": 280}, "themeVariables": {"xyChart": {"plotColorPalette": "${palette}"}}}}%%`,
    'xychart-beta',
    `  title ${JSON.stringify(title)}`,
    `  x-axis ${JSON.stringify(xTitle)} 1 --> ${count}`,
    `  y-axis ${JSON.stringify(yTitle)} 0 --> ${Math.max(top, ...lines.flatMap(({ values }) => values))}`,
    ...lines.map(({ values }) => `  line [${values.join(', ')}]`),
    '```',
  ].join('\n');
}
