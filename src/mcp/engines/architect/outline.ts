import { countWhile } from '../../../model/sorted.js';
/** A heading of a Markdown document. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
  /** The first paragraph below it, in one line; empty: another block comes first. */
  readonly intro: string;
  /** List items below it, before the next heading. */
  readonly items: readonly { readonly text: string; readonly line: number }[];
  /** The parent heading; absent: it is at the top level. */
  readonly above?: Heading;
}

/** A heading whose content is not complete yet. */
interface OpenHeading extends Heading {
  intro: string;
  readonly items: { readonly text: string; readonly line: number }[];
  readonly above?: OpenHeading;
}

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const ITEM = /^[-*+][ \t]+(\S.*)$/;
const NO_PARAGRAPH = /^(?:[-*+|>#]|\d{1,3}[.)])/;
const FENCE = /^(?:```|~~~)/;
const LONGEST_INTRO = 500;

/** The headings of a document with the content directly below them. Fenced blocks are examples, and left out. */
export function outlineOf(text: string): readonly Heading[] {
  const headings: OpenHeading[] = [];
  let [isFenced, isIntroOver] = [false, false];
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const line = written.trim();
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced) continue;
    const [, marks, title = ''] = HEADING.exec(line) ?? [];
    if (marks !== undefined) {
      const above = aboveLevel(marks.length, headings.at(-1));
      const heading = { level: marks.length, title: bare(title), line: index + 1, intro: '', items: [] };
      headings.push(above === undefined ? heading : { ...heading, above });
      isIntroOver = false;
      continue;
    }
    const open = headings.at(-1);
    if (open === undefined) continue;
    const item = ITEM.exec(written)?.[1];
    if (item !== undefined) open.items.push({ text: item.trim(), line: index + 1 });
    if (line === '' ? open.intro !== '' : NO_PARAGRAPH.test(line)) isIntroOver = true;
    if (line !== '' && !isIntroOver) open.intro = `${open.intro} ${line}`.trim().slice(0, LONGEST_INTRO);
  }
  return headings;
}

/** The nearest heading of a higher level: this one, or one of its parents. There are six levels. */
function aboveLevel(level: number, last: OpenHeading | undefined): OpenHeading | undefined {
  let above = last;
  while (above !== undefined && above.level >= level) above = above.above;
  return above;
}

/** The last heading before a line; `outline` is ordered by line. */
export const headingBefore = (line: number, outline: readonly Heading[]): Heading | undefined =>
  outline[countWhile(outline, (one) => one.line < line) - 1];

/** Removes marks of bold and code. */
export function bare(text: string): string {
  return text.replaceAll('**', '').replaceAll('`', '').trim();
}
