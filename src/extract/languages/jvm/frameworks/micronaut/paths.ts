import type { Expression } from '../../../../../facts/expression.js';
import { closing } from '../../../../../model/parameter-pattern.js';
import { bracedPath, flat } from '../../routing/braced-paths.js';
import { literal, type Source, unknown } from '../../source.js';

/** Each optional part doubles the number of paths; real templates have one or two. */
const MAX_PATHS = 8;
const UNREAD = 'a path in a form that is not read';

/**
 * A Micronaut URI template as path templates: `{/id}` is optional, `{+rest}` and patterns that match anything take the rest of
 * the path, `{?query*}` and `{#part}` do not belong to the path. https://docs.micronaut.io/latest/guide/#routing
 */
export function micronautPath(source: Source, path: Expression): Expression {
  if (path.kind === 'tuple') {
    const items = path.items.flatMap((item): (typeof path.items)[number][] =>
      item.kind === 'spread' ? [item] : [...pathsOf(source, item)],
    );
    return { ...path, items };
  }
  const all = pathsOf(source, path);
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : { kind: 'tuple', items: all };
}

function pathsOf(source: Source, path: Expression): readonly Expression[] {
  const parts = flat(path);
  let all: readonly (readonly Expression[])[] = [[]];
  for (const part of parts) {
    if (part.kind !== 'literal') {
      all = all.map((before) => [...before, part]);
      continue;
    }
    const found = variants(String(part.value));
    // a pattern that is concatenated from constants: `"/{id:" + ID + "}"`
    if (found === 'open') return [bracedPath(source, path, 'path')];
    if (found === undefined || all.length * found.length > MAX_PATHS) return [unknown(UNREAD)];
    all = all.flatMap((before) => found.map((one) => [...before, literal(one)]));
  }
  return all.map((one) => bracedPath(source, { kind: 'text', parts: one }, 'path'));
}

/** The paths of a template; `open` if a brace closes in another part; undefined if it is unresolved. */
function variants(template: string): readonly string[] | 'open' | undefined {
  let all: readonly string[] = [''];
  for (let at = 0; at < template.length; at++) {
    const isPlaceholder = template.startsWith('${', at);
    const char = template.charAt(at);
    if (char === '}') return 'open';
    if (char !== '{' && !isPlaceholder) {
      const next = nextBrace(template, at);
      const plain = template.slice(at, next);
      all = all.map((before) => before + plain);
      at = next - 1;
      continue;
    }
    const open = isPlaceholder ? at + 1 : at;
    const end = closing(template, open, '{', '}');
    if (end < 0) return 'open';
    const options = isPlaceholder ? [template.slice(at, end + 1)] : optionsOf(template.slice(open + 1, end));
    if (options === undefined || all.length * options.length > MAX_PATHS) return undefined;
    all = all.flatMap((before) => options.map((one) => before + one));
    at = end;
  }
  return all;
}

/** The position of the next brace or placeholder after a position. */
function nextBrace(template: string, from: number): number {
  for (let at = from + 1; at < template.length; at++)
    if (/[{}]/.test(template.charAt(at)) || template.startsWith('${', at)) return at;
  return template.length;
}

/** The texts by which an expression in braces may appear in a path. */
function optionsOf(expression: string): readonly string[] | undefined {
  const operator = /^[+#./;?&]/.exec(expression)?.[0] ?? '';
  if (operator === '?' || operator === '&' || operator === '#') return [''];
  if (operator === ';') return undefined;
  const names = namesOf(expression.slice(operator.length));
  if (names === undefined) return undefined;
  const variable = names.map((name) => `{${name}${operator === '+' ? '*' : ''}}`);
  if (operator === '/') return ['', `/${variable.join('/')}`];
  if (operator === '.') return ['', `.${variable.join('.')}`];
  return [variable.join(',')];
}

const NAME = /^([\w-]{1,100})\*?(:.*)?$/;

/** Names with their patterns, in the form of `bracedPath`. */
function namesOf(written: string): readonly string[] | undefined {
  const all = (written.includes(':') ? [written] : written.split(',')).map((one) => {
    const [, name, pattern = ''] = NAME.exec(one.trim()) ?? [];
    return name === undefined ? undefined : `${name}${pattern}`;
  });
  const found = all.filter((one) => one !== undefined);
  return found.length === all.length ? found : undefined;
}
