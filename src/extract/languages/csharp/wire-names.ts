/** `JsonNamingPolicy.CamelCase`: `UserId` is `userId`, `URLValue` is `urlValue`, `ID` is `id`. */
export function camelCase(name: string): string {
  const chars = [...name];
  const isUpper = (char: string | undefined): boolean =>
    char !== undefined && char !== char.toLowerCase() && char === char.toUpperCase();
  if (!isUpper(chars[0])) return name;
  for (let index = 0; index < chars.length; index++) {
    if (index === 1 && !isUpper(chars[1])) break;
    if (index > 0 && index + 1 < chars.length && !isUpper(chars[index + 1])) break;
    chars[index] = (chars[index] ?? '').toLowerCase();
  }
  return chars.join('');
}
