/** An untrusted value, as far as it is an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A list of objects; other items are dropped. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null).map(fieldsOf) : [];
}

/** A text; other values become ''. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number from 0; other values become 0. */
export function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** The object in a line of JSON; `undefined`: none. */
export function parsedLine(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a content: one text, or blocks with texts among them. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => textOf(text))
    .join('\n');
}
