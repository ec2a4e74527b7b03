import { type Expression, unknown } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { objectOf } from '../../values/compose.js';
import { describedBy } from '../../values/external.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../../values/target.js';
import { safeResult } from '../safe-result.js';
import { PLAIN_FORMS, text } from '../schema-forms.js';
import { type SchemaStep, stepOf } from '../schema-step.js';
import { schemaObject } from '../shape-of.js';
import { composite } from './composites.js';
import { type Fields, fieldAt, fieldsMade } from './fields.js';
import { changed, FORMATS } from './methods.js';

/** Methods that change an object schema's fields. */
const OBJECT_METHODS =
  /^(?:pick|omit|partial|required|extend|safeExtend|augment|merge|passthrough|loose|strict|strip|nonstrict|catchall)$/;

const TEXTS =
  /^(?:string|email|url|httpUrl|uuid|guid|uuidv[467]|ipv4|ipv6|hostname|base64|base64url|emoji|nanoid|cuid2?|ulid|ksuid|xid|jwt|e164|hex|hash|cidrv[46]|mac|stringFormat|templateLiteral|iso\.(?:date|datetime|time|duration))$/;

const PLAIN: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ...PLAIN_FORMS,
  ...['float32', 'float64', 'nan'].map((name): [string, Expression] => [name, { kind: 'scalar', type: 'number' }]),
  ...['int', 'int32', 'uint32'].map((name): [string, Expression] => [name, { kind: 'scalar', type: 'integer' }]),
  ['stringbool', { kind: 'scalar', type: 'boolean' }],
  ['json', unknown('its schema allows any JSON')],
  ['custom', unknown('its schema is a function of the service')],
  ['instanceof', unknown('its schema asks for a class')],
]);

/** The data that a schema describes. */
function schema(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const step = stepOf(of);
  if (step === undefined) return undefined;
  if (step.rest.length > 0) return partOf(resolver, step);
  if (step.on === undefined) return built(resolver, step);
  const fields = OBJECT_METHODS.test(step.name) ? fieldsMade(resolver, step) : undefined;
  return fields === undefined ? changed(resolver, step, step.on) : objectData(step.file, fields);
}

/** `schema.shape.name`, `schema.element`. */
function partOf(resolver: Resolver, step: SchemaStep): Lazy | undefined {
  const field = fieldAt(resolver, step);
  if (field !== undefined) return describedBy(field);
  if (step.rest.length !== 1 || step.rest[0] !== 'element' || step.on !== undefined || step.name !== 'array') return undefined;
  return step.values[0] && describedBy(step.values[0]);
}

function built(resolver: Resolver, step: SchemaStep): Lazy | undefined {
  const name = step.name.replace(/^coerce\./, '');
  const here = (expression: Expression): Lazy => ({ expression, site: { file: step.file } });
  if (TEXTS.test(name)) return here(text(FORMATS.get(name.replace(/^iso\./, ''))));
  const plain = PLAIN.get(name);
  if (plain !== undefined) return here(plain);
  const fields = fieldsMade(resolver, step);
  return fields === undefined ? composite(resolver, { ...step, name }) : objectData(step.file, fields);
}

function objectData(file: string, { named, rest, open }: Fields): Lazy {
  const parts = [...named].map(([name, { schema: of, at }]) => ({ name, value: describedBy(of), at }));
  const first = open === undefined ? undefined : { expression: unknown(open), site: { file } };
  return objectOf(file, parts, { first, rest });
}

/** The result of `schema.parse(value)` and similar methods. */
function call(_: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  const { expression, site } = given;
  if (!/^(?:parse|decode|safeParse|safeDecode)(?:Async)?$/.test(name) || expression.kind !== 'returns') return undefined;
  const callee = expression.of;
  const [first] = expression.values ?? [];
  const isMethod = callee.kind === 'member' && (of.path.includes('()') || /^Zod/.test(of.path.at(-2) ?? ''));
  const by = isMethod ? callee.of : first;
  if (by === undefined || (!isMethod && of.path.length > 2)) return undefined;
  const data = describedBy({ expression: by, site });
  return name.startsWith('safe') ? safeResult(data, { data: 'data', errors: 'error', flag: 'success' }) : data;
}

/** `z.infer<typeof schema>`, `z.ZodType<T>`, `createZodDto(schema)`, and the schemas in `schema.shape`. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  if (name === 'shape') {
    const step = stepOf(of);
    const fields = step?.rest.length === 1 ? fieldsMade(resolver, { ...step, rest: [] }) : undefined;
    return fields && schemaObject(of.call?.site.file ?? '', fields.named, fields.open);
  }
  const [argument] = of.arguments;
  if (/^(?:infer|TypeOf|output)$/.test(name) && argument !== undefined) return describedBy(argument);
  if (of.path.join() === 'createZodDto,()' && of.call?.expression.kind === 'returns') {
    const [made] = of.call.expression.values ?? [];
    return made && describedBy({ expression: made, site: of.call.site });
  }
  return undefined;
}

/** https://zod.dev, versions 3 and 4, with packages that re-export it or build on it. */
export const zod: KnownPackage = {
  title: 'zod',
  specifiers: /^(?:zod(?:\/.*)?|@hono\/zod-openapi|nestjs-zod(?:\/z)?|@zod\/mini)$/,
  schema,
  call,
  type,
};
