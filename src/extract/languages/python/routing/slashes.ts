import type { Guard, Scope, SlashChange } from '../scope.js';
import type { MaskedText } from '../syntax/mask.js';
import type { Node } from '../syntax/syntax.js';

/** Longer texts are not analysed for slashes. */
const MAX_LENGTH = 200;

/** An expression of the text, with `@` for the variable, between added slashes. */
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
/** Conditions on the text itself, and those that prove a slash at its start or end. */
const ABOUT =
  /^(?:not )?(?:@|@ ?[!=]= ?''|@ is (?:not )?None|len\(@\) ?(?:>|!=|==) ?0|@\.(?:starts|ends)with\('\/'\)|@\[(?:0|-1|:1|-1:)\] ?[!=]= ?'\/')$/;
const STARTS = /(?:^| )@(?:\.startswith\('\/'\)|\[(?:0|:1)\] ?== ?'\/')$/;
const ENDS = /(?:^| )@(?:\.endswith\('\/'\)|\[-1:?\] ?== ?'\/')$/;

/**
 * How an assignment changes the slashes of the text in its variable (`prefix = prefix + '/'`), possibly under conditions on that
 * text; undefined: it does something else, or another condition decides.
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
  // every condition has a guard here, so a higher count means a loop
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

/** The text in one line with one kind of quotes, with `@` for the variable. */
function textOf({ code }: MaskedText, name: string, { start, end }: Pick<Guard, 'start' | 'end'>): string {
  return code
    .slice(start, Math.min(end, start + MAX_LENGTH))
    .replaceAll('"', "'")
    .replace(/\w+/g, (word) => (word === name ? '@' : word))
    .replace(/\s+/g, ' ')
    .trim();
}
