/**
 * Data as JSON that can stand in the source of a test as it is: ASCII, and without what would end the text around it (`'` of Python,
 * `` ` `` and `${` of JavaScript). All that comes from a contract stands in generated code in this form alone.
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
