import { GAP_REASONS, type Gap, type Hides } from '../../model/gap.js';
import { NAMING_POLICIES } from '../../model/naming-policy.js';
import type { RouteMatching } from '../../model/route-matching.js';
import type { Expression, ReturnsExpression } from '../expression.js';
import type {
  BodyHook,
  Branch,
  Callable,
  Condition,
  Declaration,
  Fact,
  FileFacts,
  FileGap,
  Forward,
  Loan,
  Loop,
  Override,
  Response,
  Returned,
  Router,
  Sending,
  Served,
} from '../fact.js';
import { SETTING_KEYS } from '../fact.js';
import { FACT_FORMAT, type FactSheet } from '../fact-sheet.js';
import type { MethodCondition } from '../responses/method-condition.js';
import { VALUE_FORMS } from '../routing-fact.js';
import {
  count,
  either,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  optionals,
  recordOf,
  scalar,
  text,
  variantOf,
} from './sheet-check.js';
import { at, expression, expressionList, MAX_FACT_DEPTH, member, path, span } from './sheet-expression.js';

const reason = oneOf(...GAP_REASONS);

const methodCondition = objectOf<MethodCondition>({ methods: listOf(text), holds: flag });
const condition = either(
  methodCondition,
  objectOf<Extract<Condition, { asks: Expression }>>({ asks: expression, holds: flag }),
  objectOf<Extract<Condition, { pathParameter: string }>>({ pathParameter: text, holds: flag }),
  objectOf<Extract<Condition, { aside: true }>>({ aside: oneOf(true), holds: oneOf(true) }),
  objectOf<Extract<Condition, { failed: true }>>({ failed: oneOf(true), holds: oneOf(true) }),
  objectOf<Extract<Condition, { value: Expression }>>({
    value: expression,
    equals: optional(scalar),
    is: optional(oneOf(...VALUE_FORMS)),
    holds: flag,
  }),
);
const response = objectOf<Response>({
  status: optional(expression),
  mediaType: optional(text),
  typedAs: optional(expression),
  body: expression,
  ...optionals(flag, 'direct', 'rawTexts', 'rawBytes', 'supposed', 'returned', 'nothing', 'preset'),
  unread: optional(text),
  when: optional(listOf(condition)),
  at,
});
const returned = objectOf<ReturnsExpression>({
  kind: oneOf('returns'),
  of: expression,
  values: optional(expressionList),
  more: optional(expression),
  named: optional(listOf(member)),
  arguments: optional(expressionList),
  ...optionals(flag, 'decorates', 'lenient', 'lent'),
  at: optional(span),
});
const forward = objectOf<Forward>({
  call: returned,
  why: text,
  needs: optional(expression),
  ...optionals(flag, 'returned', 'lenient', 'runs', 'replaceable'),
  when: optional(listOf(condition)),
  otherwise: optional(response),
  dispatched: optional(text),
  status: optional(expression),
  member: optional(text),
});
const branch = objectOf<Branch>({
  methods: optional(listOf(text)),
  parameter: optional(objectOf<NonNullable<Branch['parameter']>>({ name: text, value: text })),
  handler: expression,
  at,
});
const results = objectOf<Returned>({ text, empty: count, responses: optional(flag) });
const loops = listOf(objectOf<Loop>({ name: text, over: expression, sorted: optional(flag) }));
const generics = listOf(objectOf<{ name: string; default?: Expression }>({ name: text, default: optional(expression) }));

const versioning = objectOf<NonNullable<Router['versioning']>>({
  prefix: expression,
  default: optional(expression),
  last: optional(flag),
});

const matching = objectOf<RouteMatching>({
  ...optionals(flag, 'anyCase', 'firstMatch', 'pathAlone', 'slashCounts', 'headByGet', 'silentSuccess'),
});

const fact = variantOf<Fact>({
  route: {
    by: text,
    method: text,
    ...optionals(expression, 'methods', 'router', 'handler', 'serializes', 'schema', 'request', 'version'),
    path: expression,
    ...optionals(text, 'member', 'action', 'incomplete', 'writer'),
    before: optional(expressionList),
    hooks: optional(
      listOf(
        objectOf<BodyHook>({
          through: expression,
          index: optional(count),
          unless: optional(expression),
          optional: optional(flag),
        }),
      ),
    ),
    ...optionals(flag, 'ifHandled', 'unlisted', 'fallback', 'belowPrefix', 'passesOn', 'certain', 'fillsDefaults'),
    responses: listOf(response),
    returned: optional(results),
    each: optional(loops),
    at,
  },
  router: {
    by: text,
    name: text,
    root: flag,
    ...optionals(flag, 'idle', 'gathered', 'flat', 'loose', 'generated', 'ownParameters'),
    ...optionals(expression, 'prefix', 'clones', 'version'),
    ifExtends: optional(objectOf<NonNullable<Router['ifExtends']>>({ of: expression, names: listOf(text) })),
    returned: optional(results),
    matching: optional(matching),
    versioning: optional(versioning),
    blocked: optional(text),
    binds: optional(listOf(text)),
    at,
  },
  gather: { by: text, router: optional(expression), within: optional(text), at },
  mount: {
    by: text,
    ...optionals(expression, 'parent', 'prefix', 'options'),
    child: expression,
    given: optional(expressionList),
    except: optional(listOf(text)),
    ...optionals(flag, 'same', 'alias', 'unordered', 'unseen', 'replaces', 'placed', 'exact', 'ofLibrary'),
    each: optional(loops),
    certainty: oneOf('router', 'maybe', 'unlikely'),
    serves: optional(listOf(objectOf<Served>({ method: text, member: text }))),
    overrides: optional(
      listOf(
        objectOf<Override>({
          members: listOf(text),
          handler: optional(expression),
          responses: listOf(response),
          incomplete: optional(text),
          inheritsStatus: optional(flag),
          at,
        }),
      ),
    ),
    binds: optional(expressionList),
    at,
  },
  registration: { by: text, callable: expression, given: expressionList, spread: optional(flag), each: optional(loops), at },
  prefix: {
    router: expression,
    prefix: expression,
    exclude: optional(listOf(objectOf<{ path: Expression; method?: string }>({ path: expression, method: optional(text) }))),
    versioning: optional(versioning),
    at,
  },
  wrap: {
    by: text,
    ...optionals(expression, 'router', 'middleware', 'unless', 'path'),
    scope: optional(text),
    writer: optional(text),
    through: either(oneOf('serializer', 'schema'), expression),
    index: optional(count),
    ...optionals(flag, 'below', 'past', 'statuses', 'instead', 'optional'),
    spares: optional(listOf(at)),
    at,
  },
  message: {
    by: text,
    direction: oneOf('publish', 'subscribe'),
    channel: expression,
    ...optionals(expression, 'aliases', 'event', 'payload', 'headers'),
    wildcards: optional(oneOf('mqtt', 'amqp', 'nats', 'redis', 'aws')),
    encoded: optional(flag),
    inside: optional(text),
    at,
  },
  sending: {
    callable: expression,
    given: expressionList,
    takes: optional(listOf(objectOf<NonNullable<Sending['takes']>[number]>({ index: count, type: expression }))),
    inside: optional(text),
    at,
  },
  shared: { by: text, schema: expression, declared: text, at },
  unmentioned: { name: text, exported: optional(flag), specifier: text, at, end: at },
  guarded: { value: expression, holds: flag, fixed: optional(oneOf(true)), at, end: at },
  assigned: { of: expression, member: optional(text), at },
  declaration: {
    name: text,
    form: oneOf('interface', 'alias', 'class', 'enum'),
    parameters: optional(generics),
    extends: optional(expressionList),
    ...optionals(flag, 'embeds', 'asDeclared', 'aside', 'nullsAlone', 'omitsNull'),
    order: optional(listOf(text)),
    type: expression,
    statics: optional(listOf(member)),
    mixins: optional(expressionList),
    stored: optional(expression),
    root: optional(text),
    naming: optional(oneOf(...NAMING_POLICIES)),
    elsewhere: optional(
      objectOf<NonNullable<Declaration['elsewhere']>>({
        prefix: text,
        writes: listOf(text),
        here: optional(flag),
        extended: optional(flag),
      }),
    ),
    at,
  },
  callable: {
    name: text,
    typeParameters: optional(generics),
    parameters: optional(
      listOf(
        objectOf<NonNullable<Callable['parameters']>[number]>({
          name: text,
          default: optional(expression),
          rest: optional(flag),
        }),
      ),
    ),
    returns: optional(expression),
    inferred: optional(expression),
    ...optionals(flag, 'exact', 'keeps', 'keepsFound', 'neverNull', 'others', 'passesOn', 'skips'),
    overloads: optional(
      listOf(
        objectOf<NonNullable<Callable['overloads']>[number]>({
          types: expressionList,
          of: expression,
          any: optional(listOf(count)),
        }),
      ),
    ),
    sends: optional(listOf(response)),
    forwards: optional(listOf(forward)),
    changes: optional(listOf(objectOf<NonNullable<Callable['changes']>[number]>({ index: count, value: expression }))),
    uses: optional(listOf(text)),
    takes: optional(listOf(count)),
    rewrites: optional(text),
    tells: optional(methodCondition),
    incomplete: optional(text),
    spreads: optional(expressionList),
    branches: optional(listOf(branch)),
    at,
  },
  constant: {
    name: text,
    type: optional(expression),
    value: expression,
    loose: optional(flag),
    exact: optional(flag),
    loans: optional(listOf(objectOf<Loan>({ to: expression, index: count }))),
    at,
  },
  import: { name: text, specifier: text, imported: text, module: optional(text), at },
  export: { name: text, value: expression, at },
  setting: {
    key: oneOf(...SETTING_KEYS),
    scope: text,
    ...optionals(text, 'within', 'calls', 'writer'),
    value: either(text, flag, recordOf(either(text, listOf(text)))),
    at,
  },
});

const hides = either(
  oneOf('service'),
  objectOf<Extract<Hides, { messages: string }>>({ messages: oneOf('publish', 'subscribe', 'any') }),
  objectOf<Extract<Hides, { prefix: string }>>({
    prefix: text,
    methods: optional(listOf(text)),
    pages: optional(flag),
    exact: optional(flag),
    ofLibrary: optional(flag),
  }),
  objectOf<Extract<Hides, { routes: unknown }>>({
    routes: listOf(objectOf<{ method: string; path: string }>({ method: text, path: text })),
  }),
);
const fileGap = objectOf<FileGap>({ reason, detail: text, at, hides: optional(hides) });
const place = objectOf<Gap['at']>({ file: path, line: count, column: optional(count) });
const gap = objectOf<Gap>({ reason, detail: text, at: place, hides: optional(hides) });
const commitId = (value: unknown): boolean => typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
const sha256 = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const fileFacts = objectOf<FileFacts>({ path, language: text, hash: sha256, facts: listOf(fact), gaps: listOf(fileGap) });

const sheet = objectOf<FactSheet>({
  format: oneOf(FACT_FORMAT),
  tool: objectOf<FactSheet['tool']>({ name: text, version: text }),
  shard: optional(objectOf<NonNullable<FactSheet['shard']>>({ index: count, total: count })),
  commit: optional(commitId),
  files: listOf(fileFacts),
  aside: optional(listOf(path)),
  resolutions: recordOf(recordOf(path)),
  installed: optional(recordOf(recordOf(path))),
  gaps: listOf(gap),
  answers: optional(recordOf(expression)),
  models: optional(
    objectOf<NonNullable<FactSheet['models']>>({
      names: listOf(text),
      types: listOf(objectOf<{ file: string; name: string }>({ file: path, name: text })),
      tables: listOf(text),
    }),
  ),
  stats: objectOf<FactSheet['stats']>({ files: count, cacheHits: count }),
});

/** Whether the value is the facts of one file in this format, and not nested too deeply. */
export function isFileFacts(value: unknown): value is FileFacts {
  return fileFacts(value, MAX_FACT_DEPTH);
}

/** Whether the value is a complete fact sheet of this format. */
export function isFactSheet(value: unknown): value is FactSheet {
  return sheet(value, MAX_FACT_DEPTH + 4);
}

/** Whether these facts can be written and read again. False if the source nests its types or values too deeply. */
export function isShallow(value: unknown, depth = MAX_FACT_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth <= 0) return false;
  if (Array.isArray(value)) return value.every((item) => isShallow(item, depth - 1));
  // `for in`, since `Object.values` would allocate a list for every object of every file.
  for (const key in value) if (!isShallow((value as Readonly<Record<string, unknown>>)[key], depth - 1)) return false;
  return true;
}
