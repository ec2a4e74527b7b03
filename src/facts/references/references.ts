import type { Composite, Expression, FolderExpression, ObjectMember, ReturnsExpression } from '../expression.js';
import type { Callable, Condition, Declaration, Export, FileFacts, Response } from '../fact.js';
import { TABLE } from '../packages/sql/table-names.js';
import { membersFor } from '../shapes/member-index.js';
import {
  ALL_ROUTES,
  AS_GIVEN,
  AS_ROUTER,
  GIVES_INSTANCE,
  isWhole,
  MAX_STEPS,
  MAX_VISITS,
  type Need,
  type Reach,
  type Steps,
} from './reach.js';
import { elsewhereOf, type Index, indexOf, operatorVisits, resultsOf, routersOf, routingParts } from './reference-index.js';

/** All that the routes, routers, mounts and prefixes of a file refer to. */
export function needsOfRoutes(file: FileFacts): Reach {
  const reader = new Reader(file);
  reader.routes();
  return reader.reach(true);
}

/**
 * All that one exported name refers to. A router requests everything about its routes by `routes`. The result depends only on the
 * file and the question, so the needs of a set of files are the union of their needs. `own`: a name of the file, exported or not.
 */
export function needsOfExport(file: FileFacts, name: string, steps: Steps, own = false): Reach {
  const reader = new Reader(file);
  return reader.reach(reader.exported(name, steps, own));
}

/** Lives for one question: remembers what it visited. */
class Reader {
  readonly #index: Index;
  readonly #needs = new Map<string, Need>();
  readonly #visited = new Set<string>();
  /** Names still to visit; an explicit queue, since thousands may each lead to the next. */
  readonly #asked: [name: string, steps: Steps][] = [];
  #visits = 0;
  /** {@link needsOfRoutes} answers once what the routes of the file refer to, and not for each name. */
  #leadsToRoutes = false;

  constructor(file: FileFacts) {
    this.#index = indexOf(file);
  }

  reach(found: boolean): Reach {
    for (let next = this.#asked.pop(); next !== undefined; next = this.#asked.pop()) this.#follow(...next);
    const stars = (this.#index.exports.get('*') ?? []).flatMap(({ value }) => (value.kind === 'module' ? [value.specifier] : []));
    return { found, needs: [...this.#needs.values()], stars, ...(this.#leadsToRoutes && { routes: true }) };
  }

  /** Visits the value of an export; false if there is none of that name. */
  exported(name: string, steps: Steps, isOwn: boolean): boolean {
    const { exports } = this.#index;
    if (name === ALL_ROUTES) {
      this.#leadsToRoutes = true;
      return true;
    }
    const whole = exports.get('=') ?? [];
    if (name === '*') {
      const main = [...whole, ...(exports.get('default') ?? [])];
      if (main.length > 0) this.#all(main, steps);
      else for (const [exported, list] of exports) if (exported !== '*') this.#all(list, []);
      return true;
    }
    const own = exports.get(name);
    if (isOwn && this.#index.named.has(name)) this.#name(name, steps);
    else if (own !== undefined) this.#all(own, steps);
    else if (whole.length > 0) this.#all(whole, name === 'default' ? steps : [`.${name}`, ...steps]);
    // Languages without an export statement: other files may use every name of a file.
    else if (exports.size === 0 && this.#index.named.has(name)) this.#name(name, steps);
    else return false;
    return true;
  }

  routes(): void {
    for (const fact of this.#index.routing) {
      this.#each(...routingParts(fact));
      for (const router of routersOf(fact)) if (router !== undefined) this.#visit(router, [AS_ROUTER]);
      if (fact.kind === 'route') this.#responses(fact.responses);
      if (fact.kind === 'mount') for (const { responses } of fact.overrides ?? []) this.#responses(responses);
      if (fact.kind === 'mount') for (const one of fact.given ?? []) this.#visit(one, [AS_GIVEN]);
      if (fact.kind === 'unmentioned') this.#need(fact.specifier, fact.name, []);
    }
    for (const name of this.#index.named.keys()) if (name.startsWith(TABLE)) this.#name(name, []);
  }

  #all(list: readonly Export[], steps: Steps): void {
    for (const { value } of list) this.#visit(value, steps);
  }

  #responses(responses: readonly Response[]): void {
    for (const { status, typedAs, body, when } of responses) this.#each(status, typedAs, body, ...valuesIn(when));
  }

  /** Its own responses, and those of the functions that it passes the response to. */
  #sends({ sends, forwards, changes, branches, spreads = [] }: Callable): void {
    this.#each(...spreads);
    this.#responses(sends ?? []);
    this.#each(...(changes ?? []).map(({ value }) => value), ...(branches ?? []).map(({ handler }) => handler));
    for (const { call, otherwise, when, status, needs } of forwards ?? []) {
      this.#each(status, needs, ...valuesIn(when));
      this.#each(call, call.of);
      if (otherwise !== undefined) this.#each(otherwise.body);
    }
  }

  #each(...expressions: readonly (Expression | undefined)[]): undefined {
    for (const expression of expressions) if (expression !== undefined) this.#visit(expression, []);
  }

  /** The called function may call the functions of an object argument: `route({ run: () => list() })`. */
  #given(values: readonly Expression[] = [], ...others: readonly (Expression | undefined)[]): void {
    this.#each(...values, ...others);
    for (const callable of values.flatMap((one) => methodsIn(one))) this.#name(callable, ['()']);
  }

  #first(key: string): boolean {
    if (this.#visited.has(key) || this.#visits > MAX_VISITS) return false;
    this.#visited.add(key);
    return true;
  }

  #put(need: Need): void {
    this.#needs.set(`${need.specifier}\n${need.name}\n${need.steps.join('\n')}`, need);
  }

  #need(specifier: string, name: string, steps: Steps): undefined {
    const [first, ...rest] = steps;
    const isMember = name === '*' && first?.startsWith('.') === true;
    this.#put(isMember ? { specifier, name: first.slice(1), steps: rest } : { specifier, name, steps });
  }

  /** Always undefined: the switch returns so that the compiler checks that every kind is handled. */
  #visit(expression: Expression, steps: Steps): undefined {
    this.#visits += 1;
    if (this.#visits > MAX_VISITS) return;
    const path = steps.length > MAX_STEPS ? [] : steps;
    switch (expression.kind) {
      case 'literal':
      case 'scalar':
      case 'absent':
      case 'unknown':
      case 'declared':
        return;
      case 'object':
      case 'array':
      case 'tuple':
      case 'map':
      case 'union':
      case 'intersection':
        return this.#parts(expression, path);
      case 'name':
        this.#each(...(expression.arguments ?? []));
        return this.#name(expression.name, path);
      case 'parameter':
        this.#each(expression.of, expression.otherwise);
        return expression.type && this.#visit(expression.type, path);
      case 'member':
        this.#each(...(expression.arguments ?? []));
        return this.#visit(expression.of, [`.${expression.name}`, ...path]);
      case 'element':
        this.#each(expression.key);
        return this.#visit(expression.of, ['[]', ...path]);
      case 'returns':
        this.#given(passedIn(expression), expression.more, ...(expression.arguments ?? []));
        if (path[0] === AS_GIVEN) for (const value of expression.values ?? []) this.#visit(value, path);
        // a dependency container returns an instance of the class passed to it, a repository its rows
        if (path[0]?.startsWith('.') === true && 'name' in expression.of && GIVES_INSTANCE.test(expression.of.name))
          for (const value of expression.values ?? []) this.#visit(value, path);
        return this.#visit(expression.of, ['()', ...path]);
      case 'instance':
        this.#given(expression.values, ...(expression.arguments ?? []));
        return this.#visit(expression.of, path);
      case 'module':
        return this.#need(expression.specifier, '*', path);
      case 'folder':
        return this.#folder(expression);
      case 'text':
        return this.#each(...expression.parts);
      case 'operator':
        for (const [one, further] of operatorVisits(expression, path)) this.#visit(one, further);
    }
  }

  #folder({ specifier, glob }: FolderExpression): undefined {
    const form = glob === undefined ? {} : { glob };
    this.#needs.set(`${specifier}//${glob ?? ''}`, { specifier, name: '*', steps: [], folder: true, ...form });
  }

  #parts(expression: Composite, path: Steps): undefined {
    switch (expression.kind) {
      case 'object':
        return this.#members(expression.members, path);
      case 'array':
        return this.#visit(expression.items, path[0] === '[]' ? path.slice(1) : isWhole(path) ? path : []);
      case 'tuple':
        for (const item of expression.items) {
          if (item.kind === 'spread') this.#visit(item.value, path);
          else this.#visit(item, path[0] === AS_GIVEN ? path : path.slice(1));
        }
        return;
      case 'map':
        return this.#visit(expression.values, path.slice(1));
      case 'union':
        for (const option of expression.options) this.#visit(option, path);
        return;
      case 'intersection':
        for (const part of expression.parts) this.#visit(part, path);
        return;
    }
  }

  #members(members: readonly ObjectMember[], steps: Steps): undefined {
    const [first, ...rest] = isWhole(steps) ? [] : steps;
    for (const member of membersFor(members, first)) {
      if (member.kind === 'spread') this.#visit(member.value, steps);
      else if (member.kind === 'rest') this.#visit(member.values, rest);
      else if (steps[0] === AS_GIVEN) this.#handed(member, steps);
      else if (first === undefined) this.#serialized(member);
      else if (first === '[]') {
        if (member.kind === 'property') this.#visit(member.value, rest);
      } else if (first === `.${member.name}` || (member.kind === 'property' && first === `.${member.member}`)) {
        if (member.kind === 'property') this.#visit(member.value, rest);
        else this.#name(member.callable, member.getter === true ? ['()', ...rest] : rest);
      }
    }
  }

  #handed(member: Extract<ObjectMember, { kind: 'property' | 'method' }>, steps: Steps): void {
    if (member.kind === 'property') this.#visit(member.value, steps);
    else this.#name(member.callable, ['()']);
  }

  #serialized(member: Extract<ObjectMember, { kind: 'property' | 'method' }>): void {
    if (member.kind === 'property') {
      if (member.hidden !== true) this.#visit(member.value, []);
      this.#each(member.serialized?.value, member.serialized?.becomes);
    } else if (member.getter === true || member.name === 'toJSON') this.#name(member.callable, ['()']);
  }

  #name(name: string, steps: Steps): undefined {
    if (this.#first(`${name}\n${steps.join('\n')}`)) this.#asked.push([name, steps]);
  }

  #follow(name: string, steps: Steps): void {
    this.#qualified(name, steps);
    for (const fact of this.#index.named.get(name) ?? []) {
      switch (fact.kind) {
        case 'declaration':
          this.#declaration(fact, steps);
          break;
        case 'callable':
          this.#each(...(fact.typeParameters ?? []).map((parameter) => parameter.default));
          for (const result of resultsOf(fact, this.#index, steps)) this.#visit(result, steps[0] === '()' ? steps.slice(1) : []);
          for (const { types, of } of fact.overloads ?? []) {
            this.#each(...types);
            this.#visit(of, steps);
          }
          if (isWhole(steps)) this.#sends(fact);
          if (isWhole(steps) && this.#index.mayRegister(name)) this.#leadsToRoutes = true;
          break;
        case 'constant':
          if (fact.type !== undefined) this.#visit(fact.type, steps);
          this.#visit(fact.value, steps);
          for (const { to } of fact.loans ?? []) this.#visit(to, ['()']);
          break;
        case 'import':
          this.#need(fact.specifier, fact.imported, steps);
          if (fact.module !== undefined) this.#need(fact.module, '*', steps);
          break;
        case 'router':
          this.#leadsToRoutes = true;
          break;
      }
    }
  }

  #declaration(fact: Declaration, steps: Steps): void {
    this.#each(...(fact.parameters ?? []).map((parameter) => parameter.default));
    // languages without `new`: calling a class makes an instance
    const asked = steps[0] === AS_GIVEN ? [] : steps;
    const inside = fact.form === 'class' && asked[0] === '()' ? asked.slice(1) : asked;
    for (const base of fact.extends ?? []) this.#visit(base, inside);
    for (const one of fact.mixins ?? []) this.#visit(one, []);
    for (const need of elsewhereOf(fact, this.#index, inside)) this.#put(need);
    if (steps[0] !== AS_ROUTER || fact.form !== 'class') this.#visit(fact.type, inside);
    if (!isWhole(steps)) this.#members(fact.statics ?? [], steps);
  }

  /**
   * A method by its own fact (`.find` of `Cats` is also `Cats#find`), and `dto.Cat` by the import `dto`. Of a model that a package
   * asks for rows (`Cats.findOne().tail()`), the method is a later step.
   */
  #qualified(name: string, steps: Steps): void {
    for (const [index, step] of steps.entries()) {
      if (!step.startsWith('.')) continue;
      for (const own of [`${name}#${step.slice(1)}`, ...(index === 0 ? [`${name}${step}`] : [])])
        if (this.#index.named.has(own)) this.#name(own, steps.slice(index + 1));
    }
    const dot = name.indexOf('.');
    if (dot > 0 && !this.#index.named.has(name)) this.#name(name.slice(0, dot), [name.slice(dot), ...steps]);
  }
}

/** The methods that a literal has, also within its objects: `{ query: { note: { find() {} } } }`. */
const methodsIn = (value: Expression, depth = 0): readonly string[] =>
  value.kind !== 'object' || depth > MOST_LEVELS
    ? []
    : value.members.flatMap((member) => {
        if (member.kind === 'method') return [member.callable];
        return member.kind === 'property' ? methodsIn(member.value, depth + 1) : [];
      });
const MOST_LEVELS = 3;

/** The values that conditions test. */
const valuesIn = (when: readonly Condition[] = []): readonly Expression[] =>
  when.flatMap((one) => ('value' in one ? [one.value] : 'asks' in one ? [one.asks] : []));

const passedIn = ({ values = [], named = [] }: ReturnsExpression): readonly Expression[] => [
  ...values,
  ...named.flatMap((one) => (one.kind === 'property' || one.kind === 'spread' ? [one.value] : [])),
];
