/** Orders texts by their UTF-16 code units, whatever the language of the user. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
