import { append } from '../model/multi-map.js';
import { NAMING_POLICIES, type NamingPolicy } from '../model/naming-policy.js';
import type { Shape } from '../model/shape.js';
import type { Expression } from './expression.js';
import type {
  Assigned,
  Callable,
  Constant,
  Declaration,
  Export,
  Fact,
  FileFacts,
  Guarded,
  Import,
  Router,
  Setting,
  SettingValue,
} from './fact.js';
import type { FactSheet } from './fact-sheet.js';
import { withoutUnmentioned } from './references/unmentioned.js';

/** Suffix of a parameter's index: all values from that one on. */
export const REST = '*';

/** Suffix in place of an index: all arguments of a call are known, so that a parameter without one is undefined. */
export const CALLED = '#';

/** Where to evaluate an expression: its file, and what the names bound around it stand for. */
export interface Site {
  readonly file: string;
  /** Type parameters. */
  readonly types?: ReadonlyMap<string, Lazy>;
  /** Loop variables, by constant name. */
  readonly loops?: ReadonlyMap<string, Lazy>;
  /** Arguments of parameters, by `callable:index`. */
  readonly passed?: ReadonlyMap<string, Lazy>;
}

/** An expression together with where to evaluate it. */
export interface Lazy {
  readonly expression: Expression;
  readonly site: Site;
}

/** Key beside the arguments of parameters: the function's result is lent (`ReturnsExpression.lent`). */
export const LENT = '|lent';

/**
 * Whether the result of a call is passed to functions that may set members on it, there or by a caller of the function around it.
 */
export const isLent = ({ expression, site }: Lazy): boolean =>
  (expression.kind === 'returns' && expression.lent === true) || site.passed?.has(LENT) === true;

/** The named facts of one file. */
export interface FileScope {
  readonly facts: FileFacts;
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  readonly constants: ReadonlyMap<string, Constant>;
  readonly callables: ReadonlyMap<string, Callable>;
  readonly imports: ReadonlyMap<string, Import>;
  readonly exports: ReadonlyMap<string, readonly Export[]>;
  readonly routers: ReadonlyMap<string, Router>;
  readonly guarded: readonly Guarded[];
}

/** The named facts of all files, and the results computed from them so far. */
export interface Program {
  readonly files: ReadonlyMap<string, FileScope>;
  readonly resolutions: FactSheet['resolutions'];
  readonly installed: FactSheet['installed'];
  /** Values of named types by name; an entry is present (as undefined) while its value is computed. */
  readonly values: Map<string, Value | undefined>;
  /** Names of generic types with their arguments, by everything that distinguishes them. */
  readonly names: Map<string, string>;
  /** As `Codebase.packages`. */
  readonly packages: Map<string, string>;
  /** Constants that functions get as arguments, and whether one of those functions deletes members. */
  readonly taken: Map<Constant, boolean>;
  /** Lists that are passed to functions of the repository, by `file#callable:index`. */
  readonly lists: Map<string, Lazy>;
  /** Members of objects that code sets in another file than that of the object. */
  readonly assigned: readonly (Assigned & { readonly file: string })[];
  /** Names of classes that other classes extend. */
  readonly extended: ReadonlySet<string>;
  /** Whether any class names its members by a policy; otherwise no code needs to look for one. */
  readonly hasPolicies: boolean;
  /** Policies of whole services: they apply to the files of a language below a folder. */
  readonly policies: readonly ServicePolicy[];
  /** Whether settings distinguish the writers of routes. */
  readonly hasWriters: boolean;
}

/** See the setting `naming`. */
export interface ServicePolicy {
  readonly language: string;
  readonly scope: string;
  readonly writer?: string;
  readonly policy: NamingPolicy;
}

/** An expression as data: a shape, nothing (`undefined`), or either. */
export interface Value {
  /** Absent: never on the wire. */
  readonly shape?: Shape;
  /** It may be omitted. */
  readonly absent: boolean;
  /** Its shape wherever it is sent, if the shape also has an unknown for the case that it is omitted. */
  readonly given?: Shape;
  /** It is unknown, and only whether it is omitted. */
  readonly perhaps?: true;
  /** No value is possible there. */
  readonly never?: true;
}

/** Indexes the files of a sheet by name. */
export function createProgram(given: FactSheet): Program {
  const sheet = withProvided(withApplied(given));
  return {
    files: new Map(sheet.files.map((facts) => [facts.path, scopeOf(withoutUnmentioned(facts, sheet.resolutions[facts.path]))])),
    resolutions: sheet.resolutions,
    installed: sheet.installed,
    values: new Map(),
    names: new Map(),
    packages: new Map(),
    lists: new Map(),
    taken: new Map(),
    assigned: sheet.files.flatMap(({ path, facts }) =>
      facts.flatMap((fact) => (fact.kind === 'assigned' ? [{ ...fact, file: path }] : [])),
    ),
    extended: new Set(sheet.files.flatMap(({ facts }) => facts.flatMap(basesOf))),
    hasPolicies: sheet.files.some(({ facts }) => facts.some((fact) => fact.kind === 'declaration' && fact.naming !== undefined)),
    policies: sheet.files.flatMap(({ language, facts }) =>
      facts.flatMap((fact) =>
        fact.kind === 'setting' && fact.key === 'naming'
          ? [{ language, scope: fact.scope, ...writerOf(fact), policy: policyIn(fact.value) }]
          : [],
      ),
    ),
    hasWriters: sheet.files.some(({ facts }) => facts.some((fact) => fact.kind === 'setting' && fact.writer !== undefined)),
  };
}

function basesOf(fact: Fact): readonly string[] {
  if (fact.kind !== 'declaration' || fact.form !== 'class') return [];
  return (fact.extends ?? []).flatMap((base) => (base.kind === 'name' || base.kind === 'member' ? [base.name] : []));
}

/** The writer of a fact, to spread into another. */
export function writerOf({ writer }: { readonly writer?: string }): { readonly writer?: string } {
  return writer === undefined ? {} : { writer };
}

/** Whether a setting of one writer applies to another. If either is unknown, it may. */
export function isOfWriter(one: { readonly writer?: string }, other: { readonly writer?: string }): boolean {
  return one.writer === undefined || other.writer === undefined || one.writer === other.writer;
}

/** The policy that a setting names; any other word is unknown. */
function policyIn(value: SettingValue): NamingPolicy {
  return NAMING_POLICIES.find((one) => one === value) ?? 'unread';
}

function scopeOf(facts: FileFacts): FileScope {
  const declarations = new Map<string, Declaration[]>();
  const constants = new Map<string, Constant>();
  const callables = new Map<string, Callable>();
  const imports = new Map<string, Import>();
  const exports = new Map<string, Export[]>();
  const routers = new Map<string, Router>();
  const guarded: Guarded[] = [];
  for (const fact of facts.facts) {
    switch (fact.kind) {
      case 'declaration':
        append(declarations, fact.name, fact);
        break;
      case 'constant':
        constants.set(fact.name, fact);
        break;
      case 'callable':
        callables.set(fact.name, fact);
        break;
      case 'import':
        imports.set(fact.name, fact);
        break;
      case 'export':
        append(exports, fact.name, fact);
        break;
      case 'router':
        routers.set(fact.name, fact);
        break;
      case 'guarded':
        guarded.push(fact);
        break;
    }
  }
  return { facts, declarations, constants, callables, imports, exports, routers, guarded };
}

/**
 * Where a dependency container gives an instance of another class, the bodies of a class's methods say nothing: only what they
 * declare does.
 */
function withProvided(sheet: FactSheet): FactSheet {
  const classes = new Set(sheet.files.flatMap(({ facts }) => facts.flatMap(providedIn)));
  if (classes.size === 0) return sheet;
  const open = (fact: Fact): Fact => {
    if (fact.kind !== 'callable' || !classes.has(fact.name.split('#', 1)[0] ?? '')) return fact;
    const { inferred, exact, ...declared } = fact;
    const why = `another class is provided for ${JSON.stringify(fact.name.split('#', 1)[0])}`;
    if (inferred === undefined || declared.returns !== undefined) return declared;
    return { ...declared, returns: { kind: 'unknown', why, written: true } };
  };
  return { ...sheet, files: sheet.files.map((file) => ({ ...file, facts: file.facts.map(open) })) };
}

const providedIn = (fact: Fact): readonly string[] =>
  fact.kind === 'setting' && fact.key === 'provided' && typeof fact.value === 'string' ? [fact.value] : [];

/** Functions that pass the options of a service on to each other more often than this do so in a circle. */
const MAX_PASSED = 4;

interface Applied {
  readonly files: Set<string>;
  readonly settings: Setting[];
}

/**
 * Settings of functions that get the options of a service (`Setting.within`) apply where those functions are called, and nowhere
 * else. If a function is missing, or several files have it, its settings are unknown.
 */
function withApplied(sheet: FactSheet): FactSheet {
  const functions = new Map<string, Applied>();
  let isUsed = false;
  for (const { path, language, facts } of sheet.files) {
    for (const fact of facts) {
      if (fact.kind !== 'setting') continue;
      isUsed ||= fact.key === 'options';
      if (fact.within === undefined) continue;
      const key = `${language} ${fact.within}`;
      const known = functions.get(key) ?? { files: new Set<string>(), settings: [] };
      functions.set(key, known);
      known.files.add(path);
      known.settings.push(fact);
    }
  }
  if (!isUsed) return sheet;
  return {
    ...sheet,
    files: sheet.files.map((file) => ({ ...file, facts: file.facts.flatMap((fact) => applied(functions, file.language, fact)) })),
  };
}

function applied(functions: ReadonlyMap<string, Applied>, language: string, fact: Fact): readonly Fact[] {
  if (fact.kind !== 'setting' || (fact.key !== 'options' && fact.within === undefined)) return [fact];
  if (fact.within !== undefined || fact.calls === undefined) return [];
  return setBy(functions, language, fact, fact.calls, 0);
}

function setBy(
  functions: ReadonlyMap<string, Applied>,
  language: string,
  { scope, writer, value, at }: Setting,
  name: string,
  depth: number,
): readonly Setting[] {
  const place = { scope, ...(writer !== undefined && { writer }), at };
  const found = functions.get(`${language} ${name}`);
  if (found === undefined || found.files.size > 1 || depth > MAX_PASSED) {
    const unread = typeof value === 'object' && typeof value.unread === 'object' ? value.unread : [];
    return unread.map(
      (key): Setting => ({ kind: 'setting', key: key === 'naming' ? 'naming' : 'enums', value: 'unread', ...place }),
    );
  }
  return found.settings.flatMap((one): readonly Setting[] => {
    if (one.key !== 'options') return [{ kind: 'setting', key: one.key, value: one.value, ...place }];
    return one.calls === undefined ? [] : setBy(functions, language, { ...one, ...place }, one.calls, depth + 1);
  });
}
