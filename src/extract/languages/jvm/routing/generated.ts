import type { Expression } from '../../../../facts/expression.js';
import type { Route } from '../../../../facts/fact.js';
import { BASE, methodOf, ofInterface, pathOf } from '../files/documents.js';
import { GENERATED, GENERATED_BASE } from '../resolve.js';
import { at, literal, type Source, scopeOf } from '../source.js';
import { namedType } from '../types.js';
import type { Method, TypeDecl } from '../unit.js';
import { handlersOf, LIKELY, signatureOf } from './controllers.js';

/** No real class implements more interfaces. */
const MAX_INTERFACES = 10;

interface Implementing {
  readonly by: string;
  readonly decl: TypeDecl;
  /** Signatures of methods with mapping annotations of their own. */
  readonly mapped: ReadonlySet<string>;
  /**
   * The path of a method, from the path of its operation and the base path. Absent: the operation path, below the base path if
   * the build adds it to the interfaces.
   */
  readonly placed?: (method: Method, path: Expression, base: Expression) => Expression;
  /** Absent: the router of the class's handlers. */
  readonly router?: Expression;
  readonly sent: (method: Method) => Pick<Route, 'responses' | 'incomplete' | 'handler'>;
}

/**
 * Routes of methods that override those of generated interfaces. They exist if the build file generates the interface, the
 * contract has an operation with this name, and no source declares the interface.
 */
export function generatedRoutes(source: Source, { by, decl, mapped, placed, router, sent }: Implementing): readonly Route[] {
  // a generator may use any suffix, so the conditions are that no source declares the interface and the contract has the
  // operation
  const bases = decl.extends.filter((one) => one.interface === true || LIKELY.test(one.name)).slice(0, MAX_INTERFACES);
  return bases.flatMap((base): readonly Route[] => {
    const found = namedType(source, scopeOf(decl), base.name);
    const written = found.kind === 'imported' ? source.imports.get(found.name)?.specifier : undefined;
    if (written === undefined) return [];
    const of: Expression = { kind: 'module', specifier: `${GENERATED}${written}` };
    const isDelegate = base.name.endsWith('Delegate');
    const basePath: Expression = { kind: 'module', specifier: `${isDelegate ? GENERATED : GENERATED_BASE}${written}` };
    const member = (name: string, from = of): Expression => ({ kind: 'member', of: from, name });
    const prefix: Expression = { kind: 'union', options: [member(BASE, basePath), literal('')] };
    const below = (path: Expression): Expression => ({ kind: 'text', parts: [prefix, path] });
    const pathOfMethod = (name: string): Expression => ({ kind: 'text', parts: [literal('/'), member(pathOf(name))] });
    return decl.methods.filter(isOverriding(decl, mapped)).flatMap((method) => {
      const answer = sent(method);
      return [method.name, ofInterface(base.name, method.name)].map(
        (name): Route => ({
          kind: 'route',
          by,
          method: 'ANY',
          methods: member(methodOf(name)),
          path: placed?.(method, pathOfMethod(name), member(BASE)) ?? below(pathOfMethod(name)),
          router: router ?? handlersOf(decl.qualified),
          member: signatureOf(decl, method),
          ifHandled: true,
          ...answer,
          at: at(source, method.index),
        }),
      );
    });
  });
}

const isOverriding =
  (decl: TypeDecl, mapped: ReadonlySet<string>) =>
  (method: Method): boolean =>
    !mapped.has(signatureOf(decl, method)) && !method.modifiers.has('private') && !method.modifiers.has('static');
