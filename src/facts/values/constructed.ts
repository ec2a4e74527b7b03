import type { Declaration } from '../fact.js';
import { parametersIn } from '../parameters.js';
import type { FileScope, Lazy, Site } from '../program.js';
import { externalInstance } from './external.js';
import type { Purpose, Resolver, Target } from './target.js';

type Instance = Extract<Target, { readonly kind: 'type' }>;

/** Longer chains of base classes are not followed. */
const MOST_BASES = 10;

/** A class of an instance, or one of its base classes, with the arguments of its constructor. */
interface Constructed {
  readonly file: string;
  readonly declaration: Declaration;
  readonly made: readonly Lazy[];
  readonly site: Site;
}

const makerOf = ({ name }: Declaration): string => `${name}#constructor`;

/** The arguments of a class's constructor, as its parameters. */
export const constructorGiven = (declaration: Declaration, made: readonly Lazy[]): ReadonlyMap<string, Lazy> =>
  new Map(made.map((value, index) => [`${makerOf(declaration)}:${index}`, value]));

/** What a class passes on to its base class: `super(…)`, or without a constructor of its own all that it is given. */
export function passedToBase(
  scope: FileScope | undefined,
  declaration: Declaration,
  made: readonly Lazy[],
  site: Site,
): readonly Lazy[] {
  const passed = scope?.constants.get(`${declaration.name}#super`)?.value;
  if (passed?.kind === 'tuple')
    return passed.items.map((item): Lazy => ({ expression: item.kind === 'spread' ? item.value : item, site }));
  return scope?.callables.has(makerOf(declaration)) === true ? [] : made;
}

/** The class of an instance and its base classes, nearest first. */
export function constructedFrom(resolver: Resolver, instance: Instance, fuel: number): readonly Constructed[] {
  const found: Constructed[] = [];
  let [declaration] = instance.declarations;
  let { file, made = [] } = instance;
  while (declaration?.form === 'class' && found.length < MOST_BASES) {
    const site: Site = { file, passed: constructorGiven(declaration, made) };
    found.push({ file, declaration, made, site });
    made = passedToBase(resolver.program.files.get(file), declaration, made, site);
    const [base] = declaration.extends ?? [];
    const of = base && resolver.resolve(resolver, { expression: base, site: { file } }, 'value', fuel - 1);
    if (of?.kind !== 'type' && of?.kind !== 'class') break;
    file = of.file;
    declaration = of.kind === 'class' ? of.declaration : of.declarations[0];
  }
  return found;
}

/** Whether members of an instance, or their types, have values that its constructor is given, or makes of them. */
function keepsGiven(resolver: Resolver, instance: Instance, fuel: number): boolean {
  return constructedFrom(resolver, instance, fuel).some(({ file, declaration }) => {
    const { type, parameters = [] } = declaration;
    if (type.kind !== 'object') return false;
    const constants = resolver.program.files.get(file)?.constants;
    const members = type.members.filter((one) => one.kind !== 'method');
    const made = instance.arguments.length > 0 ? members : [...members, ...parameters];
    return made.some((one) => parametersIn(one, constants).includes(makerOf(declaration)));
  });
}

/** An instance with its constructor's arguments; as data they count only if they become members. */
export function made(resolver: Resolver, instance: Target, { expression, site }: Lazy, purpose: Purpose, fuel: number): Target {
  const { values = [] } = expression.kind === 'instance' ? expression : {};
  if (instance.kind === 'external') return externalInstance(resolver, instance, { expression, site }, purpose, fuel);
  if (instance.kind !== 'type' || values.length === 0) return instance;
  const isKept = purpose === 'value' || keepsGiven(resolver, instance, fuel - 1);
  return isKept ? { ...instance, made: values.map((one): Lazy => ({ expression: one, site })) } : instance;
}
