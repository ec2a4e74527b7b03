import type { OpenedContract } from '../../../../contracts/open.js';
import { child, descend, entries, isMapping, items, type Place, textAt, valueAt } from '../../../../contracts/place.js';
import { METHODS } from '../../../../model/endpoint.js';
import type { SpecProblem } from '../document-text.js';
import { pointerTo, type Visited } from './visited.js';

const PATH_KEYS = METHODS.map((method) => method.toLowerCase());

/** Violations of the document's specification; unreadable documents were reported before. */
export function rulesOfFormat({ contract, root, reader }: OpenedContract): readonly SpecProblem[] {
  if (root === undefined) return [];
  if (contract.kind === 'asyncapi') return infoRules(root);
  if (contract.kind !== 'openapi') return [];
  const operations = entries(child(root, 'paths')).flatMap(([path, item]) => {
    const target = textAt(item, '$ref') === undefined ? item : (reader.resolve(item).place ?? item);
    return entries(target)
      .filter(([method, { value }]) => PATH_KEYS.includes(method) && isMapping(value))
      .map(([method, place]): Visited => ({ place, item: target, path, pointer: pointerTo('paths', path, method) }));
  });
  const version = String(valueAt(root, 'openapi') ?? '2.0');
  const follow = (place: Place): Place | undefined => reader.resolve(place).place;
  return [
    ...infoRules(root),
    ...operations.flatMap((each) => [...responseRules(each, version, follow), ...parameterRules(each, follow)]),
    ...doubledIds(operations),
    ...doubledPaths(root),
  ];
}

/** OpenAPI and AsyncAPI, Info Object: `title` and `version` are required. */
function infoRules(root: Place): readonly SpecProblem[] {
  const info = child(root, 'info');
  return ['title', 'version']
    .filter((word) => valueAt(info, word) === undefined)
    .map((word) => ({ path: info === undefined ? '' : '/info', message: `\`info.${word}\` is required.` }));
}

/** Responses Object: at least one response (until 3.0), each with a description (until 3.1). */
function responseRules(
  { place, pointer }: Visited,
  version: string,
  follow: (place: Place) => Place | undefined,
): readonly SpecProblem[] {
  const responses = entries(child(place, 'responses')).filter(([status]) => !status.startsWith('x-'));
  const isOlder = !/^3\.[12]/.test(version);
  if (responses.length === 0) return isOlder ? [{ path: pointer, message: 'The operation has no `responses`.' }] : [];
  return responses.flatMap(([status, at]) => {
    const path = `${pointer}/responses/${status}`;
    if (!/^(?:default|[1-5](?:\d\d|XX))$/.test(status))
      return [{ path, message: `\`${status.slice(0, 40)}\` is no status of a response.` }];
    const response = follow(at);
    const lacks = !version.startsWith('3.2') && response !== undefined && valueAt(response, 'description') === undefined;
    return lacks ? [{ path, message: 'A response needs a `description`.' }] : [];
  });
}

/** Path Templating: every `{name}` of a path is a `required` parameter, and every path parameter occurs in the path. */
function parameterRules(
  { place, item, path, pointer }: Visited,
  follow: (place: Place) => Place | undefined,
): readonly SpecProblem[] {
  const declared = [item, place]
    .flatMap((owner) => items(child(owner, 'parameters')))
    .flatMap((each) => follow(each) ?? [])
    .filter((each) => textAt(each, 'in') === 'path');
  const names = new Set(declared.map((each) => textAt(each, 'name') ?? ''));
  const written = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name));
  return [
    ...[...written]
      .filter((name) => !names.has(name))
      .map((name) => ({ path: pointer, message: `\`{${name}}\` of the path is declared by no parameter.` })),
    ...[...names]
      .filter((name) => !written.has(name))
      .map((name) => ({ path: pointer, message: `The path parameter \`${name}\` does not stand in the path.` })),
    ...declared
      .filter((each) => valueAt(each, 'required') !== true)
      .map((each) => ({
        path: pointer,
        message: `The path parameter \`${textAt(each, 'name') ?? ''}\` has to be \`required: true\`.`,
      })),
  ];
}

/** Operation Object: an `operationId` is unique among all operations. */
function doubledIds(operations: readonly Visited[]): readonly SpecProblem[] {
  const seen = new Set<string>();
  return operations.flatMap(({ place, pointer }) => {
    const id = textAt(place, 'operationId');
    if (id === undefined) return [];
    const isDouble = seen.has(id);
    seen.add(id);
    return isDouble
      ? [{ path: `${pointer}/operationId`, message: `\`${id.slice(0, 80)}\` is the id of another operation too.` }]
      : [];
  });
}

/** Paths Object: templates that differ only in parameter names are equal. */
function doubledPaths(root: Place): readonly SpecProblem[] {
  const seen = new Map<string, string>();
  return entries(descend(root, 'paths')).flatMap(([path]) => {
    const key = path.replace(/\{[^{}]*\}/g, '{}');
    const other = seen.get(key);
    seen.set(key, other ?? path);
    return other === undefined
      ? []
      : [{ path: pointerTo('paths', path), message: `\`${path}\` is the same path as \`${other}\`.` }];
  });
}
