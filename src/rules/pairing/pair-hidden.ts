import type { Contract, Operation } from '../../contracts/contract.js';
import type { CodeRoute } from '../../facts/codebase.js';
import { joinPaths, METHODS, type PathTemplate, type RouteMethod } from '../../model/endpoint.js';
import type { Gap } from '../../model/gap.js';
import { answersOtherwise, isJsonAlone } from './pair-route.js';
import { answering, indexRoutes, type RouteIndex } from './route-index.js';
import { isBelow, isCatchAll, segmentsOf } from './route-match.js';

/** What may hide the code of an operation without a matching route. */
export interface Hiding {
  /** Gaps that hide all routes below a prefix, with its segments; without segments: any route of the service. */
  readonly prefixes: readonly {
    readonly gap: Gap;
    readonly segments?: readonly string[];
    readonly methods?: readonly string[];
    readonly pages?: boolean;
    readonly exact?: boolean;
    readonly ofLibrary?: boolean;
  }[];
  /** Routes of which only the end of the path is known. */
  readonly rests: RouteIndex;
  readonly gapOf: ReadonlyMap<CodeRoute, Gap>;
  /** No route at all was found. */
  readonly empty: boolean;
}

/** Indexes what may hide code. `rests` are routes with an unresolved start that match no other operation. */
export function indexHiding(gaps: readonly Gap[], rests: readonly CodeRoute[], empty: boolean): Hiding {
  const gapOf = new Map<CodeRoute, Gap>(rests.map((route) => [route, unreadableStart(route)]));
  for (const gap of gaps) for (const route of hiddenRoutes(gap)) gapOf.set(route, gap);
  const prefixes = gaps.flatMap((gap) => {
    const { hides } = gap;
    if (hides === 'service') return [{ gap }];
    if (hides === undefined || !('prefix' in hides)) return [];
    const { prefix, ...only } = hides;
    return [{ gap, segments: segmentsOf(prefix), ...only }];
  });
  return { prefixes, rests: indexRoutes([...gapOf.keys()]), gapOf, empty };
}

/**
 * How many of the operations may be served by unresolved routes below this exact prefix. A gap that hides any path does not
 * count.
 */
export function countHidden(gaps: readonly Gap[], operations: readonly Operation[], prefix: PathTemplate): number {
  const hiding = indexHiding(gaps, [], false).prefixes.filter(({ segments = [] }) => segments.some((one) => !isCatchAll(one)));
  const isHidden = (operation: Operation): boolean => {
    const path = segmentsOf(joinPaths(prefix, operation.path));
    return hiding.some((one) => mayHide(one, operation, [path]));
  };
  return operations.filter(isHidden).length;
}

/**
 * The gaps that may hide the operation's code below one of the prefixes. `anywhere`: no base path was found, so a gap below any
 * prefix may hide the whole contract.
 */
export function findHiding(
  contract: Contract,
  operation: Operation,
  prefixes: readonly PathTemplate[],
  hiding: Hiding,
  anywhere: boolean,
): readonly Gap[] {
  const paths = prefixes.map((prefix) => segmentsOf(joinPaths(prefix, operation.path)));
  const below = ({ ofLibrary }: { readonly ofLibrary?: boolean }) => (anywhere && ofLibrary !== true ? 'any' : paths);
  const found = new Set(hiding.prefixes.filter((one) => mayHide(one, operation, below(one))).map(({ gap }) => gap));
  if (hiding.empty) found.add(noRoutes(contract));
  for (const path of paths) {
    for (let start = 0; start <= path.length; start += 1) {
      for (const { route } of hiding.rests.covering(joinPaths(...path.slice(start)))) {
        const gap = hiding.gapOf.get(route);
        const answered = answering([route], operation.method, (item) => item) !== undefined;
        if (gap !== undefined && answered && !answersOtherwise(route, operation)) found.add(gap);
      }
    }
  }
  return [...found];
}

function mayHide(
  { segments, methods, pages, exact }: Hiding['prefixes'][number],
  operation: Operation,
  paths: readonly (readonly string[])[] | 'any',
): boolean {
  if (pages === true && isJsonAlone(operation)) return false;
  if (methods !== undefined && !methods.some((method) => answers(method, operation.method))) return false;
  return (
    segments === undefined ||
    paths === 'any' ||
    paths.some((path) => isBelow(segments, path) && (exact !== true || path.length <= segments.length))
  );
}

function answers(hidden: string, expected: Operation['method']): boolean {
  const method = asMethod(hidden);
  return method === expected || method === 'ANY' || (method === 'GET' && expected === 'HEAD');
}

/** An unknown method may be any. */
function asMethod(text: string): RouteMethod {
  return METHODS.find((method) => method === text.toUpperCase()) ?? 'ANY';
}

function hiddenRoutes({ hides, at }: Gap): readonly CodeRoute[] {
  if (typeof hides !== 'object' || !('routes' in hides)) return [];
  return hides.routes.map(({ method, path }) => ({ method: asMethod(method), path, by: '', at, responses: [] }));
}

function noRoutes(contract: Contract): Gap {
  const detail = 'no route of any supported framework was found';
  return { reason: 'unsupported-framework', detail, at: contract.at, hides: 'service' };
}

function unreadableStart(route: CodeRoute): Gap {
  const detail = `${route.method} …${route.path} may serve it, but the start of its path is unknown`;
  return { reason: 'dynamic-path', detail, at: route.at, hides: { routes: [{ method: route.method, path: route.path }] } };
}
