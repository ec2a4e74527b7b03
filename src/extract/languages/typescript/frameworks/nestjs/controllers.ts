import { ts } from 'ts-morph';
import { CONTROLLER_PATH, type Expression } from '../../../../../facts/expression.js';
import type { ResponseTransform } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import { type ControllerClass, controllerFacts, decoratedMethods } from '../../controllers.js';
import { type Decorator, decoratorsOf, propertyOf } from '../../decorators.js';
import { objectOf } from '../../names/in-file.js';
import { className, valueNamed } from '../../names/names.js';
import type { Source } from '../../source.js';
import { readValue } from '../../values/values.js';
import { interceptorThrough } from './interceptors.js';
import { appliedBy, interceptorsOf, reshapedBy } from './responses.js';
import { readRoutes } from './routes.js';
import { BY, isFrom, type Nest, pathOf, templateOf, versionOf } from './words.js';

const isExtends = ({ token }: ts.HeritageClause): boolean => token === ts.SyntaxKind.ExtendsKeyword;

/** A class with controller decorators, or with handlers that derived classes may inherit. */
export function readController(nest: Nest, node: ts.ClassLikeDeclaration): void {
  const { source } = nest;
  const decorators = decoratorsOf(source, node);
  const controller =
    decorators.find((one) => one.name === 'Controller' && isFrom(one.specifier, '@nestjs/common')) ??
    (hasHandlers(source, node) ? decorators.find(isComposed) : undefined);
  const name = className(source.tree, node);
  const isShared = controller === undefined || node.heritageClauses?.some(isExtends) === true;
  const shared = isShared ? classInterceptors(nest, name, decorators) : { wraps: [], rest: decorators };
  const routes = decoratedMethods(node).flatMap((handler) =>
    readRoutes(nest, handler, name, controller === undefined ? undefined : shared.rest),
  );
  const registered = controller && registeredAs(nest, node, controller);
  const facts = controllerFacts({ source, by: BY, node, routes, ...(registered && { controller: registered }) });
  nest.facts.push(...facts, ...(facts.length > 0 ? shared.wraps : []));
  const crud = decorators.find((one) => one.name === 'Crud');
  if (crud !== undefined && facts.length > 0) hideResource(nest, name, crud);
}

const hasHandlers = (source: Source, node: ts.ClassLikeDeclaration): boolean =>
  decoratedMethods(node).some((one) => decoratorsOf(source, one).some(({ specifier }) => isFrom(specifier, '@nestjs/common')));

/** `@ApiController('a')` of the service: a function whose name says what it makes of the class. */
const isComposed = ({ name, specifier, call }: Decorator): boolean =>
  call !== undefined && /Controller$/.test(name) && /^$|^[./#~]|^@\//.test(specifier);

/** `@Controller()`, `@Controller('a')`, `@Controller(['a', 'b'])`, `@Controller({ path, version, host })`. */
function registeredAs(
  nest: Nest,
  node: ts.ClassLikeDeclaration,
  decorator: Decorator,
): NonNullable<ControllerClass['controller']> {
  const { source } = nest;
  const at = atOf(source, decorator.node);
  if (decorator.call !== undefined && isComposed(decorator)) {
    const prefix = templateOf({ kind: 'member', of: readValue(source, decorator.call), name: CONTROLLER_PATH });
    return { prefix, at };
  }
  const [given] = decorator.arguments;
  const options = objectOf(source, given);
  const prefix = options === undefined ? givenPath(nest, given) : pathOf(source, propertyOf(options, 'path'));
  const own = decoratorsOf(source, node).find((one) => one.name === 'Version' && isFrom(one.specifier, '@nestjs/common'));
  const version = versionOf(source, own?.arguments[0] ?? propertyOf(options, 'version'));
  return { ...(prefix !== undefined && { prefix }), ...(version !== undefined && { version }), at };
}

/** A name may refer to a path or to an object with one; only its own file shows which. */
function givenPath(nest: Nest, given: ts.Expression | undefined): Expression | undefined {
  return given === undefined ? undefined : pathOf(nest.source, given);
}

/**
 * The routes that `@Crud` generates for a resource (https://github.com/nestjsx/crud and its forks) are not in the source: they
 * may be any below the controller's prefix.
 */
function hideResource(nest: Nest, name: string, decorator: Decorator): void {
  nest.facts.push({
    kind: 'route',
    by: BY,
    method: 'ANY',
    path: templateOf({ kind: 'unknown', why: 'its routes are made by `@Crud`' }),
    router: valueNamed(`${name}#handlers`),
    responses: [],
    incomplete: 'its routes are made by `@Crud`',
    at: atOf(nest.source, decorator.node),
  });
}

/** The effects of a class's decorators on the results of all its handlers. */
interface ClassInterceptors {
  readonly wraps: readonly ResponseTransform[];
  /** Decorators that its own handlers must still apply. */
  readonly rest: readonly Decorator[];
}

/**
 * The interceptors of a class that inherits handlers, or is a base class: they apply to all routes of its handlers
 * (https://docs.nestjs.com/interceptors#binding-interceptors; NestJS adds those of base classes to a class's own).
 */
function classInterceptors({ source }: Nest, name: string, decorators: readonly Decorator[]): ClassInterceptors {
  const router = valueNamed(`${name}#handlers`);
  const wraps: ResponseTransform[] = [];
  const rest = decorators.filter((decorator) => {
    const reshaped = reshapedBy(source, decorator);
    const interceptors = interceptorsOf([decorator]);
    const throughs = reshaped === undefined ? interceptors.map((one) => interceptorThrough(source, one)) : [reshaped];
    const applied = appliedBy(source, decorator);
    if (applied !== undefined)
      wraps.push({ kind: 'wrap', by: BY, router, ...applied, below: true, at: atOf(source, decorator.node) });
    for (const through of throughs) {
      if (through !== undefined)
        wraps.push({ kind: 'wrap', by: BY, router, through, below: true, at: atOf(source, decorator.node) });
    }
    return throughs.length === 0 && applied === undefined;
  });
  // the last one is the innermost
  return { wraps: wraps.reverse(), rest };
}
