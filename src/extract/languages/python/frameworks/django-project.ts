import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { modelLabelled, type SettingName } from '../django-settings.js';
import { envelope } from '../schemas/pagination.js';
import { paginatedByClass, renderedByClass } from '../schemas/views.js';
import { onlyValue, type Scope, type Variable } from '../scope.js';
import { FLOAT, type Source, scalar, unknown } from '../source.js';
import { type Node, plainText } from '../syntax.js';

const CAMEL = /^djangorestframework_camel_case\.render\./;

/** `REST_FRAMEWORK = {...}`: what it makes of lists and of all that is sent (https://www.django-rest-framework.org/api-guide/settings/). */
export function readRestSettings(source: Source, facts: Fact[], variable: Variable): void {
  const at = source.at(variable.start);
  const [held] = variable.values;
  const isPlain =
    held?.kind === 'dict' && variable.values.length === 1 && !source.definitions.module.changed.has('REST_FRAMEWORK');
  const entries = held?.kind === 'dict' ? held.entries : [];
  const { module } = source.definitions;
  const isWhole = isPlain && entries.every(({ key }) => key !== undefined);
  const entry = (name: string): Node | undefined => heldIn(module, entries.find(({ key }) => plainText(key) === name)?.value);
  const callable = (name: string, inferred: (index: number) => Expression): void => {
    facts.push({
      kind: 'callable',
      name,
      inferred: isWhole ? inferred(0) : unknown('the settings of REST framework are not read'),
      at,
    });
  };
  const given = (name: string, index: number): Expression => ({ kind: 'parameter', callable: name, index });
  const pages = entry('DEFAULT_PAGINATION_CLASS');
  const size = entry('PAGE_SIZE') ?? entry('PAGINATE_BY');
  const isSized = size !== undefined && !isNone(size);
  callable('|sized', () => given('|sized', isSized ? 0 : 1));
  callable('|paginated', () => pagesBy(pages, isSized, given('|paginated', 0)));
  callable('|rendered', () => renderedBy(entry('DEFAULT_RENDERER_CLASSES'), given('|rendered', 0)));
  const coerced = entry('COERCE_DECIMAL_TO_STRING');
  const isNumber = coerced?.kind === 'constant' && coerced.value === false;
  facts.push({ kind: 'declaration', name: '|decimal', form: 'alias', type: isNumber ? FLOAT : scalar('string'), at });
  exported(source, facts, ['|sized', '|paginated', '|rendered', '|decimal']);
}

/** What a name of the settings holds that is set once. */
function heldIn(module: Scope, node: Node | undefined): Node | undefined {
  const binding = node?.kind === 'name' ? module.bindings.get(node.name) : undefined;
  const value = onlyValue(binding);
  return value ?? node;
}

/** A file that hands on the names of others exports what it lists, and nothing else. */
function exported({ definitions }: Source, facts: Fact[], names: readonly SettingName[]): void {
  if (definitions.module.stars.length === 0) return;
  for (const name of names) facts.push({ kind: 'export', name, value: { kind: 'name', name }, at: { line: 1, column: 1 } });
}

const isNone = (node: Node): boolean => node.kind === 'constant' && node.value === null;

function pagesBy(node: Node | undefined, isSized: boolean, items: Expression): Expression {
  if (node === undefined || isNone(node)) return items;
  const path = plainText(node);
  if (path === undefined) return unknown('how lists are paginated is not read');
  const known = /^rest_framework\.pagination\.(\w+)$/.exec(path)?.[1];
  if (known === undefined) return paginatedByClass(classAt(path), items);
  return isSized ? (envelope(known, items) ?? unknown('how lists are paginated is not read')) : items;
}

function renderedBy(node: Node | undefined, data: Expression): Expression {
  if (node === undefined) return data;
  const first = node.kind === 'list' || node.kind === 'tuple' ? plainText(node.items[0]) : undefined;
  if (first === undefined) return unknown('which renderers there are is not read');
  if (CAMEL.test(first)) return unknown('a renderer that writes all names in camel case changes what is sent');
  return first.startsWith('rest_framework.renderers.') ? data : renderedByClass(classAt(first), data);
}

/** `'core.pagination.Pages'`. */
function classAt(path: string): Expression {
  const cut = path.lastIndexOf('.');
  return { kind: 'member', of: { kind: 'module', specifier: path.slice(0, cut) }, name: path.slice(cut + 1) };
}

/** `AUTH_USER_MODEL = 'accounts.User'`. */
export function readUserSetting(source: Source, facts: Fact[], variable: Variable): void {
  const label = plainText(variable.values[0]);
  const type = label === undefined ? unknown('the model of users is not read') : modelLabelled(source, label);
  facts.push({ kind: 'declaration', name: '|user', form: 'alias', type, at: source.at(variable.start) });
  exported(source, facts, ['|user']);
}
