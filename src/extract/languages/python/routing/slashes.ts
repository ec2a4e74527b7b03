import type { Guard, Scope, SlashChange } from '../scope.js';
import type { MaskedText } from '../syntax/mask.js';
import type { Node } from '../syntax/syntax.js';

/** Texts longer than this put no slashes right. */
const MAX_LENGTH = 200;

/** What is left of the text, with `@` for its variable: between slashes that are put before and behind it. */
const SUM = /^(?:('\/') ?\+ ?)?(@[^+]{0,40}[^+ ]|@)(?: ?\+ ?('\/'))?$/;
const TEMPLATE = /^f'(\/?)\{(@[^{}]{0,40})\}(\/?)'$/;
const CUT: Readonly<Record<string, readonly SlashChange[]>> = {
  '@': [],
  "@.strip('/')": ['both'],
  "@.lstrip('/')": ['start'],
  "@.removeprefix('/')": ['start'],
  "@.rstrip('/')": ['end'],
  "@.removesuffix('/')": ['end'],
  "@.lstrip('/').rstrip('/')": ['both'],
  "@.rstrip('/').lstrip('/')": ['both'],
  '@[1:]': ['start'],
  '@[:-1]': ['end'],
};
/** Conditions on the text itself, and those of them under which a character is surely a slash. */
const ABOUT =
  /^(?:not )?(?:@|@ ?[!=]= ?''|@ is (?:not )?None|len\(@\) ?(?:>|!=|==) ?0|@\.(?:starts|ends)with\('\/'\)|@\[(?:0|-1|:1|-1:)\] ?[!=]= ?'\/')$/;
const STARTS = /(?:^| )@(?:\.startswith\('\/'\)|\[(?:0|:1)\] ?== ?'\/')$/;
const ENDS = /(?:^| )@(?:\.endswith\('\/'\)|\[-1:?\] ?== ?'\/')$/;

/**
 * How an assignment puts the slashes of a text right that its variable holds (`prefix = prefix + '/'`), be it under conditions on
 * that text; undefined: it does something else, or something else decides.
 */
export function slashesPutRight(
  masked: MaskedText,
  scope: Scope,
  name: string,
  value: Node | undefined,
): readonly SlashChange[] | undefined {
  if (value === undefined || value.end - value.start > MAX_LENGTH) return undefined;
  const text = textOf(masked, name, value);
  const [, before = '', cut = '', after = ''] = SUM.exec(text) ?? TEMPLATE.exec(text) ?? [];
  const taken = CUT[cut];
  if (taken === undefined || (taken.length === 0 && before + after === '')) return undefined;
  // each condition is nested in those before it; loops have none
  if (scope.nested > scope.guards.length) return undefined;
  const tests = scope.guards.map((guard) => ({ guard, parts: partsOf(masked, name, guard) }));
  if (!tests.every(({ parts }) => parts.every((part) => part.split(' or ').every((one) => ABOUT.test(one.trim())))))
    return undefined;
  const isSure = (known: RegExp): boolean =>
    tests.some(
      ({ guard, parts }) =>
        guard.holds &&
        parts.every((part) => !part.includes(' or ')) &&
        parts.some((part) => known.test(part) && !part.startsWith('not ')),
    );
  if ((cut === '@[1:]' && !isSure(STARTS)) || (cut === '@[:-1]' && !isSure(ENDS))) return undefined;
  return [...taken, ...(before === '' ? [] : ['begun' as const]), ...(after === '' ? [] : ['ended' as const])];
}

const partsOf = (masked: MaskedText, name: string, guard: Guard): readonly string[] =>
  textOf(masked, name, guard)
    .split(' and ')
    .map((part) => part.trim());

/** In one line and one kind of quotes, with `@` for the variable. */
function textOf({ code }: MaskedText, name: string, { start, end }: Pick<Guard, 'start' | 'end'>): string {
  return code
    .slice(start, Math.min(end, start + MAX_LENGTH))
    .replaceAll('"', "'")
    .replace(/\w+/g, (word) => (word === name ? '@' : word))
    .replace(/\s+/g, ' ')
    .trim();
}
