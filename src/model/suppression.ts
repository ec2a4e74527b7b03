/** A suppression of a finding, in a comment next to it or an extension of a contract. */
export interface Suppression {
  /** `CONTRACT-001`, or rule and problem: `CONTRACT-001/extra`. */
  readonly rule: string;
  readonly field?: string | undefined;
  readonly reason: string;
}

/** A suppression with its position; a text: why it does not count. */
export interface WrittenSuppression {
  readonly line: number;
  readonly says: Suppression | string;
  /** Equal for equal suppressions in two versions of a file: its content, and the line that it applies to. */
  readonly key: string;
}

export const SUPPRESSION = 'tallystick-ignore';
const FORM = `Write \`${SUPPRESSION} CONTRACT-001 field: reason\`; the field may be left out.`;
/** What begins a comment in the languages and in YAML, and what continues a long one. */
const OPENERS = ['//', '///', '/*', '/**', '#', '*'];

/** The maximum number of lines to search. */
const MOST_ABOVE = 10;

/** Parses `CONTRACT-001 field: reason`; the field is optional. A text describes the error. */
export function parseSuppression(text: string): Suppression | string {
  const colon = text.indexOf(':');
  const reason = colon === -1 ? '' : text.slice(colon + 1).trim();
  const [rule = '', field, ...more] = (colon === -1 ? text : text.slice(0, colon)).trim().split(/\s/);
  if (!/^[A-Z]+-\d{3}(?:\/[a-z-]+)?$/.test(rule) || more.length > 0) return `it names no rule. ${FORM}`;
  return reason === '' ? `it gives no reason. ${FORM}` : { rule, field, reason };
}

/** The comments that apply to a line: at its end, or alone on the lines right before it. Lines count from 1. */
export function suppressionsBeside(lines: readonly string[], line: number): readonly WrittenSuppression[] {
  const beside = (lines[line - 1] ?? '').trim();
  const found: WrittenSuppression[] = [];
  for (let at = line; at > Math.max(0, line - MOST_ABOVE); at--) {
    const text = (lines[at - 1] ?? '').trim();
    const start = text.indexOf(SUPPRESSION);
    const before = start === -1 ? '' : text.slice(0, start).trimEnd();
    const isComment = OPENERS.some((opener) => before.endsWith(opener));
    // A comment after code applies to that code only.
    if (at < line && !(isComment && OPENERS.includes(before))) break;
    if (!isComment) continue;
    const body = text.slice(start + SUPPRESSION.length);
    const says = parseSuppression(body.endsWith('*/') ? body.slice(0, -2) : body);
    found.push({ line: at, says, key: `${text}\n${beside}` });
  }
  return found;
}
