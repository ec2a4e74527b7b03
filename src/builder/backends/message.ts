/** A value that came over a wire, as far as it is an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object, or one without fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A list of objects; anything else in it is left out. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null).map(fieldsOf) : [];
}

/** A text; anything else is the empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number from 0; anything else is 0. */
export function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** The object that a line of JSON is; `undefined`: it is none. */
export function parsedLine(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a content: one text, or blocks of which some are texts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => textOf(text))
    .join('\n');
}
