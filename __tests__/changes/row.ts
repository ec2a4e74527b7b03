/** Files of the head, over those of the base: a text, a symbolic link, or `undefined`: it has no such file. */
export type Edits = Readonly<Record<string, string | { readonly link: string } | undefined>>;

/**
 * A change, and how its check ends by default; a warning alone does not change the colour, but it is said. `questions`: those that have
 * to be among the answered ones.
 */
export type Row = readonly [name: string, edits: Edits, conclusion: string, questions: readonly string[]];

/** The text with a part replaced, which has to be there. */
export function edited(text: string, part: string, instead: string): string {
  if (!text.includes(part)) throw new Error(`There is no ${part}.`);
  return text.replace(part, instead);
}
