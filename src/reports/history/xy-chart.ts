/** One line of a chart: a value for each point of the x axis. */
export interface ChartLine {
  /** Colours that are visible in GitHub's light and dark themes. */
  readonly color: 'red' | 'blue';
  readonly values: readonly number[];
}

/** Lines over an axis of numbers from 1. */
export interface XyChart {
  readonly title: string;
  /** What the points of the x axis are. */
  readonly xTitle: string;
  readonly yTitle: string;
  /** The y axis extends from 0 to this, or to the greatest value. */
  readonly top: number;
  readonly lines: readonly ChartLine[];
}

const SHADES = { red: '#d9534f', blue: '#2f81f7' } as const;

/**
 * A fenced Mermaid chart, which GitHub draws in job summaries, issues and comments. It has only lines over a numeric x axis:
 * Mermaid draws equal labels over one another, and two results of one day have equal dates; it also draws bars over numbers in
 * the wrong places. The first colours of Mermaid's own palette are hardly visible. Titles are texts of the program itself.
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
