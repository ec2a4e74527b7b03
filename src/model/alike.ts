/** Replaces what differs between reasons of one kind: names, paths and places in code. Similar reasons give the same text. */
export const withoutNames = (reason: string): string =>
  reason.replaceAll(/[^\s;:,()]+/gu, (word) => (/[A-Z./{_\d…]/.test(word) ? '*' : word));

/** One reason that stands for others of its kind. */
export const withOthers = (reason: string, others: number): string =>
  others === 0 ? reason : `${reason}, and ${others} like it`;

/** The first names of a list, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
