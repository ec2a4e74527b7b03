/** A heading of a document in Markdown. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
  /** The first paragraph below it, in one line; empty: something else comes first. */
  readonly intro: string;
  /** Items of lists below it, before the next heading. */
  readonly items: readonly { readonly text: string; readonly line: number }[];
}

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const ITEM = /^[-*+][ \t]+(\S.*)$/;
const NO_PARAGRAPH = /^(?:[-*+|>#]|\d{1,3}[.)])/;
const FENCE = /^(?:```|~~~)/;
const LONGEST_INTRO = 500;

/** The headings of a document with what stands right below them. What is fenced is an example, and left out. */
export function outlineOf(text: string): readonly Heading[] {
  const headings: { level: number; title: string; line: number; intro: string; items: { text: string; line: number }[] }[] = [];
  let [isFenced, isIntroOver] = [false, false];
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const line = written.trim();
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced) continue;
    const [, marks, title = ''] = HEADING.exec(line) ?? [];
    if (marks !== undefined) {
      headings.push({ level: marks.length, title: bare(title), line: index + 1, intro: '', items: [] });
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

/** Without what makes it bold or code. */
export function bare(text: string): string {
  return text.replaceAll('**', '').replaceAll('`', '').trim();
}
