/** Parses a share from 0 to 1, as a number (`0.5`) or a percentage (`50%`); undefined: the text is neither. */
export function parseShare(text: string): number | undefined {
  const [, digits, sign] = /^(\d{1,3}(?:\.\d{1,6})?)\s?(%?)$/.exec(text.trim()) ?? [];
  const share = digits === undefined ? undefined : Number(digits) / (sign === '%' ? 100 : 1);
  return share !== undefined && share <= 1 ? share : undefined;
}
