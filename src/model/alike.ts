/** What differs in reasons of one kind: names, paths and places in code. Of two reasons that are alike it leaves the same. */
export const withoutNames = (reason: string): string =>
  reason.replaceAll(/[^\s;:,()]+/gu, (word) => (/[A-Z./{_\d…]/.test(word) ? '*' : word));

/** One reason that stands for others like it. */
export const withOthers = (reason: string, others: number): string =>
  others === 0 ? reason : `${reason}, and ${others} like it`;
