/**
 * Data as JSON that is safe in the source of a test: ASCII, without characters that end the text around it (`'` of Python, ``
 * ` `` and `${` of JavaScript). Generated code contains the contract's data in this form alone.
 */
export function generatedJson(data: unknown): string {
  return JSON.stringify(data, null, 2).replace(
    /[^\n -~]|['`$]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A text as one line of a comment. */
export function commentLine(text: string): string {
  return text.replace(/[^ -~]/g, '?').slice(0, 200);
}
