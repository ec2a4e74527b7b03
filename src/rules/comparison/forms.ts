import type { Definitions, Discriminator, EnumValue, Shape, UnknownShape } from '../../model/shape.js';

/** A shape that is no reference, no union, not `null` and not unknown. */
export type PlainShape = Exclude<Shape, { kind: 'ref' } | { kind: 'union' } | { kind: 'unknown' }>;

/** One form that a value may have, and its name, if any. */
export interface Form {
  readonly shape: PlainShape;
  readonly name?: string | undefined;
}

/** All forms that a value of a shape may have, with references resolved and nested unions flattened. */
export interface Forms {
  readonly options: readonly Form[];
  readonly nullable: boolean;
  /** Why a part of it is unknown, if one is. */
  readonly unknown?: string | undefined;
  /** Only its nullability is unknown. */
  readonly perhapsNull?: boolean;
  /** All unknown parts are generated from this place of a contract. */
  readonly schema?: string;
  /** What else it may be, without certainty. */
  readonly possible?: readonly UnknownShape[];
  /** It allows any value. */
  readonly any?: boolean;
  readonly discriminator?: Discriminator | undefined;
}

/** A union with more options is not analysed. */
const MAX_OPTIONS = 500;

/** Flattens a shape. Constants become one list, so that it does not matter over how many unions they were spread. */
export function formsOf(shape: Shape, definitions: Definitions): Forms {
  if (isPlain(shape)) return { options: [{ shape }], nullable: false };
  const options: Form[] = [];
  const values = new Set<EnumValue>();
  const why: string[] = [];
  let any = false;
  const doubts: string[] = [];
  const possible: UnknownShape[] = [];
  const schemas = new Set<string | undefined>();
  const discriminators: Discriminator[] = [];
  const seen = new Set<string>();
  // An explicit stack: unions may be nested deeper than the call stack allows.
  const open: { shape: Shape; name?: string; chain?: readonly string[] }[] = [{ shape }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { shape: current, name, chain = [] } = next;
    if (options.length > MAX_OPTIONS) return { options: [], nullable: false, unknown: 'a union of too many options' };
    switch (current.kind) {
      case 'ref': {
        // References that only lead to each other, or a union that contains itself, say nothing.
        if (chain.includes(current.name)) why.push(`${current.name} is defined by itself`);
        if (seen.has(current.name)) break;
        seen.add(current.name);
        const target = definitions.get(current.name);
        if (target === undefined) why.push(`${current.name} is not defined`);
        else open.push({ shape: target, name: current.name, chain: [...chain, current.name] });
        break;
      }
      case 'union':
        if (current.discriminator !== undefined) discriminators.push(current.discriminator);
        for (const option of [...current.options].reverse()) open.push({ shape: option, chain });
        break;
      case 'unknown':
        any ||= current.any === true;
        if (current.possibly !== undefined) possible.push(current);
        else (current.asNull === true ? doubts : why).push(current.why);
        schemas.add(current.schema);
        break;
      case 'enum':
        for (const value of current.values) values.add(value);
        break;
      default:
        options.push({ shape: current, name });
    }
  }
  const [schema] = schemas.size === 1 ? schemas : [];
  const perhapsNull = why.length === 0 && doubts.length > 0 && options.length + values.size > 0;
  const forms = assemble({ options, possible }, values, [...why, ...doubts], discriminators);
  return { ...forms, ...(any && { any }), ...(perhapsNull && { perhapsNull }), ...(schema !== undefined && { schema }) };
}

/** Most shapes are plain: they need no flattening. */
function isPlain(shape: Shape): shape is PlainShape {
  if (shape.kind === 'scalar') return shape.type !== 'null';
  return shape.kind === 'object' || shape.kind === 'array' || shape.kind === 'map' || shape.kind === 'tuple';
}

function assemble(
  { options, possible }: { readonly options: readonly Form[]; readonly possible: readonly UnknownShape[] },
  values: ReadonlySet<EnumValue>,
  why: readonly string[],
  discriminators: readonly Discriminator[],
): Forms {
  const plain = options.filter(({ shape }) => shape.kind !== 'scalar' || shape.type !== 'null');
  const constants = [...values].filter((value) => value !== null);
  const listed: readonly Form[] = constants.length === 0 ? [] : [{ shape: { kind: 'enum', values: constants } }];
  const isSeen = plain.length + constants.length + why.length + possible.length > 0;
  const nothing = !isSeen && options.length === 0 && !values.has(null);
  return {
    ...(possible.length > 0 && { possible }),
    options: [...plain, ...listed],
    nullable: values.has(null) || plain.length < options.length,
    unknown: nothing ? 'no value is possible' : [...why].sort()[0],
    discriminator: discriminators.length === 1 ? discriminators[0] : undefined,
  };
}
