/** What a comment or an extension of a contract says of a finding beside it. */
export interface Suppression {
  /** `CONTRACT-001`, or rule and problem: `CONTRACT-001/extra`. */
  readonly rule: string;
  readonly field?: string | undefined;
  readonly reason: string;
}

/** One that is written somewhere; a text: why it is not obeyed. */
export interface WrittenSuppression {
  readonly line: number;
  readonly says: Suppression | string;
  /** Equal for equal ones in two versions of a file: what it says, and what it stands beside. */
  readonly key: string;
}

export const SUPPRESSION = 'tallystick-ignore';
const FORM = `Write \`${SUPPRESSION} CONTRACT-001 field: reason\`; the field may be left out.`;
/** What a comment of the languages and of YAML begins with, and what continues a long one. */
const OPENERS = ['//', '///', '/*', '/**', '#', '*'];

/** So many lines are looked at. */
const MOST_ABOVE = 10;

/** `CONTRACT-001 field: reason`; the field may be left out. A text says what is wrong with it. */
export function parseSuppression(text: string): Suppression | string {
  const colon = text.indexOf(':');
  const reason = colon === -1 ? '' : text.slice(colon + 1).trim();
  const [rule = '', field, ...more] = (colon === -1 ? text : text.slice(0, colon)).trim().split(/\s/);
  if (!/^[A-Z]+-\d{3}(?:\/[a-z-]+)?$/.test(rule) || more.length > 0) return `it names no rule. ${FORM}`;
  return reason === '' ? `it gives no reason. ${FORM}` : { rule, field, reason };
}

/** The comments that concern a line: at its end, or alone on the lines right before it. Lines count from 1. */
export function suppressionsBeside(lines: readonly string[], line: number): readonly WrittenSuppression[] {
  const beside = (lines[line - 1] ?? '').trim();
  const found: WrittenSuppression[] = [];
  for (let at = line; at > Math.max(0, line - MOST_ABOVE); at--) {
    const text = (lines[at - 1] ?? '').trim();
    const start = text.indexOf(SUPPRESSION);
    const before = start === -1 ? '' : text.slice(0, start).trimEnd();
    const isComment = OPENERS.some((opener) => before.endsWith(opener));
    // A comment behind code concerns that code alone.
    if (at < line && !(isComment && OPENERS.includes(before))) break;
    if (!isComment) continue;
    const body = text.slice(start + SUPPRESSION.length);
    const says = parseSuppression(body.endsWith('*/') ? body.slice(0, -2) : body);
    found.push({ line: at, says, key: `${text}\n${beside}` });
  }
  return found;
}
