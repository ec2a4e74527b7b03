import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { DJOSER_SERIALIZERS, modelLabelled, type SettingName } from '../../django-settings.js';
import { envelope } from '../../schemas/pagination.js';
import { CAMEL_RENDERER, camelCased, paginatedByClass, renderedByClass } from '../../schemas/views.js';
import { onlyValue, type Scope, type Variable } from '../../scope.js';
import { FLOAT, type Source, scalar, unknown } from '../../source.js';
import { type Node, plainText } from '../../syntax/syntax.js';

/**
 * `REST_FRAMEWORK = {...}`: its effect on lists and on all responses (https://www.django-rest-framework.org/api-guide/settings/).
 */
export function readRestSettings(source: Source, facts: Fact[], variable: Variable): void {
  const at = source.at(variable.start);
  const { entry, callable } = settingsIn(source, facts, 'REST_FRAMEWORK', variable);
  const pages = entry('DEFAULT_PAGINATION_CLASS');
  const size = entry('PAGE_SIZE') ?? entry('PAGINATE_BY');
  const isSized = size !== undefined && !isNone(size);
  callable('|sized', (given) => given(isSized ? 0 : 1));
  callable('|paginated', (given) => pagesBy(pages, isSized, given(0)));
  // `no_underscore_before_number` concerns requests only
  const names = entry('JSON_UNDERSCOREIZE');
  const isPlain =
    names === undefined ||
    (names.kind === 'dict' && names.entries.every(({ key }) => plainText(key) === 'no_underscore_before_number'));
  callable('|rendered', (given) => renderedBy(source.definitions.module, entry('DEFAULT_RENDERER_CLASSES'), given(0), isPlain));
  const coerced = entry('COERCE_DECIMAL_TO_STRING');
  const isNumber = coerced?.kind === 'constant' && coerced.value === false;
  facts.push({ kind: 'declaration', name: '|decimal', form: 'alias', type: isNumber ? FLOAT : scalar('string'), at });
  exported(source, facts, ['|sized', '|paginated', '|rendered', '|decimal']);
}

interface Settings {
  readonly entry: (name: string) => Node | undefined;
  /** Records a settings function by the value that it returns for its arguments. */
  readonly callable: (name: SettingName, make: (given: (index: number) => Expression) => Expression) => void;
}

/** A settings dictionary, as far as it is literal. */
function settingsIn(
  source: Source,
  facts: Fact[],
  setting: string,
  { values, start }: Pick<Variable, 'values' | 'start'>,
): Settings {
  const [stored] = values;
  const { module } = source.definitions;
  const entries = stored?.kind === 'dict' ? stored.entries : [];
  const isPlain = stored?.kind === 'dict' && values.length === 1 && !module.changed.has(setting);
  const isWhole = isPlain && entries.every(({ key }) => key !== undefined);
  return {
    entry: (name) => storedIn(module, entries.find(({ key }) => plainText(key) === name)?.value),
    callable: (name, make) => {
      const inferred = isWhole
        ? make((index) => ({ kind: 'parameter', callable: name, index }))
        : unknown(`${setting} is not read`);
      facts.push({ kind: 'callable', name, inferred, at: source.at(start) });
    },
  };
}

/** `SIMPLE_JWT = {...}`: whether custom serializers answer, and whether refreshing issues a new refresh token. */
export function readTokenSettings(source: Source, facts: Fact[], variable: Pick<Variable, 'values' | 'start'>): void {
  const { entry, callable } = settingsIn(source, facts, 'SIMPLE_JWT', variable);
  const isOwn = ['TOKEN_OBTAIN_SERIALIZER', 'TOKEN_REFRESH_SERIALIZER'].some((name) => entry(name) !== undefined);
  const rotates = entry('ROTATE_REFRESH_TOKENS');
  callable('|tokens', (given) => (isOwn ? unknown('the settings name another serializer of tokens') : given(0)));
  callable('|rotated', (given) =>
    rotates !== undefined && rotates.kind !== 'constant'
      ? unknown('whether tokens are rotated is not read')
      : given(rotates?.value === true ? 0 : 1),
  );
  exported(source, facts, ['|tokens', '|rotated']);
}

/** `DJOSER = {'SERIALIZERS': {'user': 'accounts.serializers.UserSerializer'}}`: those that the settings do not name are not known. */
export function readDjoserSettings(source: Source, facts: Fact[], variable: Variable): void {
  const { entry, callable } = settingsIn(source, facts, 'DJOSER', variable);
  const listed = entry('SERIALIZERS');
  const entries = listed?.kind === 'dict' && listed.entries.every(({ key }) => key !== undefined) ? listed.entries : [];
  const repeats = entry('USER_CREATE_PASSWORD_RETYPE');
  const isRepeated = repeats !== undefined && !(repeats.kind === 'constant' && repeats.value === false);
  for (const name of DJOSER_SERIALIZERS) {
    const path = plainText(entries.find(({ key }) => plainText(key) === name)?.value);
    const isOther = name === 'user_create' && isRepeated;
    callable(`|djoser-${name}`, () =>
      path === undefined || isOther ? unknown('settings may name another serializer') : { kind: 'returns', of: classAt(path) },
    );
  }
  exported(
    source,
    facts,
    DJOSER_SERIALIZERS.map((name): SettingName => `|djoser-${name}`),
  );
}

/** `NINJA_PAGINATION_CLASS = 'shop.pages.Pages'` (https://django-ninja.dev/reference/settings/). */
export function readPagesSetting(source: Source, facts: Fact[], { values, start }: Variable): void {
  const [given] = values;
  const isKnown = values.length === 1 && given !== undefined && PAGINATORS.test(plainText(given) ?? '');
  const inferred: Expression = isKnown
    ? { kind: 'parameter', callable: '|pages', index: 0 }
    : unknown('how the pages of the settings are sent is not read');
  facts.push({ kind: 'callable', name: '|pages', inferred, at: source.at(start) });
  exported(source, facts, ['|pages']);
}

/** Classes of django-ninja that send `items` and `count`. */
export const PAGINATORS = /^ninja\.pagination\.(?:LimitOffset|PageNumber)Pagination$/;

/** `SIMPLE_JWT['ROTATE_REFRESH_TOKENS'] = True`, of settings that another file sets. */
export function readTokenChange(source: Source, facts: Fact[]): void {
  const isSet = source.definitions.module.bindings.get('SIMPLE_JWT')?.kind === 'variable';
  if (isSet || !/^[ \t]{0,9}SIMPLE_JWT[ \t]{0,9}[[.|]/m.test(source.masked.bare)) return;
  readTokenSettings(source, facts, { values: [], start: 0 });
}

/** The value of a settings name that is assigned once. */
function storedIn(module: Scope, node: Node | undefined): Node | undefined {
  const binding = node?.kind === 'name' ? module.bindings.get(node.name) : undefined;
  const value = onlyValue(binding);
  return value ?? node;
}

/** A file that re-exports names of others exports only the listed names, so the settings need an export too. */
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

/** `isPlain`: no setting changes what a renderer does. */
function renderedBy(module: Scope, node: Node | undefined, data: Expression, isPlain: boolean): Expression {
  if (node === undefined) return data;
  const all = firstItems(module, node, new Set());
  const [first] = all;
  if (all.every((one) => one?.startsWith('rest_framework.renderers.'))) return data;
  if (first === undefined || all.some((one) => one !== first)) return unknown('which renderers there are is not read');
  if (CAMEL_RENDERER.test(first))
    return isPlain ? camelCased(data) : unknown('which names its renderer leaves unchanged is not read');
  return renderedByClass(classAt(first), data);
}

/** The texts that a list may start with: `RENDERERS + (more,)`, one list or another (`if not DEBUG`). */
function firstItems(module: Scope, node: Node, named: Set<string>): readonly (string | undefined)[] {
  if (node.kind === 'choice') return node.options.flatMap((one) => firstItems(module, one, named));
  if (node.kind === 'operation') return firstItems(module, node.left, named);
  if (node.kind === 'list' || node.kind === 'tuple') return [plainText(node.items[0])];
  const binding = node.kind === 'name' ? module.bindings.get(node.name) : undefined;
  if (node.kind !== 'name' || binding?.kind !== 'variable') return [undefined];
  // `RENDERERS = RENDERERS + (more,)`
  if (named.has(node.name)) return [];
  named.add(node.name);
  return binding.values.flatMap((value) => (value === undefined ? [undefined] : firstItems(module, value, named)));
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

const AUTO_FIELD = /^django\.db\.models\.(?:\w+\.)?(?:Big|Small)?AutoField$/;

/**
 * `DEFAULT_AUTO_FIELD = 'django_mongodb_backend.fields.ObjectIdAutoField'`: such keys are sent as texts. The same for one application:
 * `default_auto_field` of its `AppConfig`.
 */
export function readKeySetting(source: Source, facts: Fact[], value: Node | undefined, start: number): void {
  const field = plainText(value) ?? '';
  const isText = /ObjectId|Hashid|UUID|ULID|NanoId/i.test(field);
  const other = AUTO_FIELD.test(field) ? scalar('integer') : unknown('what the field of automatic keys holds is not read');
  const type = isText ? scalar('string') : other;
  facts.push({ kind: 'declaration', name: '|automatic-key', form: 'alias', type, at: source.at(start) });
  exported(source, facts, ['|automatic-key']);
}
