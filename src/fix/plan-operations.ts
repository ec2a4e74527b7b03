import { child, entries, isMapping, type Place, valueAt } from '../contracts/place.js';
import type { CodeRoute } from '../facts/codebase.js';
import type { Violation } from '../rules/rule.js';
import type { Documents, Spot } from './documents.js';
import { responseOf } from './draft.js';
import { type Answer, Finding, NOT_FOUND, none } from './finding.js';
import { isKnown } from './sent.js';
import { pathBelow, type Way } from './ways.js';

/** What could be written about a whole operation, or a whole response. */
export class OperationFixes extends Finding {
  withoutBody(): Answer {
    const anchor = this.documents.at(this.violation.promisedAt);
    const spot = anchor && this.documents.spotOf(anchor);
    if (anchor === undefined || spot === undefined) return none(NOT_FOUND);
    const { file, path } = spot;
    const says = `${this.violation.status ?? 'the response'} has no body`;
    if (this.dialect === 'openapi-2')
      return valueAt(anchor, 'schema') === undefined
        ? none(NOT_FOUND)
        : { ways: [{ edits: [{ file, edit: { do: 'delete', path: [...path, 'schema'] } }], says }] };
    if (path.at(-2) !== 'content') return none(NOT_FOUND);
    const content = this.placeAt(file, path.slice(0, -1));
    const isOnly = entries(content).length === 1;
    return { ways: [{ edits: [{ file, edit: { do: 'delete', path: isOnly ? path.slice(0, -1) : path } }], says }] };
  }

  /** The operation of the contract, with the way to it. */
  #operation() {
    const place = this.documents.at(this.violation.promisedAt);
    const spot = place && this.documents.spotOf(place);
    const item = spot && this.placeAt(spot.file, spot.path.slice(0, -1));
    if (spot === undefined || item === undefined || spot.path.length < 2) return undefined;
    const methods = entries(item).filter(
      ([key, at]) => isMapping(at.value) && /^(?:get|put|post|delete|options|head|patch|trace|query)$/.test(key),
    );
    return { spot, item, methods };
  }

  withoutOperation(missing: readonly Violation[]): Answer {
    const found = this.#operation();
    if (found === undefined || this.violation.check !== 'CONTRACT-002') return none(NOT_FOUND);
    const { spot, methods } = found;
    const { file, path } = spot;
    const isMissing = (place: Place): boolean => {
      const at = this.documents.spotOf(place);
      return at !== undefined && missing.some(({ promisedAt }) => isAt(this.documents, promisedAt, at));
    };
    const all = path.at(-3) === 'paths' && methods.every(([, place]) => isMissing(place));
    const remove: Way = {
      edits: [{ file, edit: { do: 'delete', path: all ? path.slice(0, -1) : path } }],
      says: all && methods.length > 1 ? `${String(path.at(-2))} is gone` : `${this.violation.subject} is gone`,
    };
    return { ways: [...(all ? this.#otherPath(spot) : []), remove] };
  }

  /** The path as the code spells it, where one route alone is meant. */
  #otherPath({ file, path }: Spot): readonly Way[] {
    const near = this.pairing?.near.filter(({ differs }) => differs === 'spelling') ?? [];
    const [only, ...others] = near;
    const written = String(path.at(-2));
    const spelt = only && others.length === 0 ? this.#pathOf(only.route, written) : undefined;
    if (spelt === undefined || spelt === written) return [];
    return [
      { edits: [{ file, edit: { do: 'rename', path: path.slice(0, -1), to: spelt } }], says: `${written} is called ${spelt}` },
    ];
  }

  /** The path of a route as the contract would write it, with the contract's names of parameters. */
  #pathOf(route: CodeRoute, written: string): string | undefined {
    const below = pathBelow(route, this.given.basePaths.get(this.violation.contract));
    if (below === undefined) return undefined;
    const names = written.match(/\{[^{}]*\}/g) ?? [];
    const own = below.match(/\{[^{}]*\}/g) ?? [];
    if (names.length !== own.length) return undefined;
    let index = 0;
    return below.replace(/\{[^{}]*\}/g, () => names[index++] ?? '');
  }

  otherMethod(): Answer {
    const found = this.#operation();
    if (found === undefined) return none(NOT_FOUND);
    const { spot, methods } = found;
    const { file, path } = spot;
    const near = this.pairing?.near.filter(({ differs }) => differs === 'method') ?? [];
    const [only, ...others] = near;
    const method = others.length === 0 ? only?.route.method.toLowerCase() : undefined;
    const isFree = method !== undefined && method !== 'any' && methods.every(([key]) => key !== method);
    const rename: readonly Way[] = isFree
      ? [
          {
            edits: [{ file, edit: { do: 'rename', path, to: method } }],
            says: `${this.violation.subject} is ${method.toUpperCase()}`,
          },
        ]
      : [];
    const isAlone = methods.length === 1 && path.at(-3) === 'paths';
    const remove: Way = {
      edits: [{ file, edit: { do: 'delete', path: isAlone ? path.slice(0, -1) : path } }],
      says: `${this.violation.subject} is gone`,
    };
    return { ways: [...rename, remove] };
  }

  otherStatus(): Answer {
    const { promised = '', actual = '' } = this.violation;
    const found = this.#operation();
    const responses = found && child(this.placeAt(found.spot.file, found.spot.path) ?? found.item, 'responses');
    const spot = responses && this.documents.spotOf(responses);
    if (responses === undefined || spot === undefined || !/^\d{3}$/.test(actual)) return none(NOT_FOUND);
    const { file, path } = spot;
    const sent = (this.pairing?.actuals ?? [])
      .flatMap((route) => route.responses)
      .filter(({ status }) => String(status) === actual);
    const rename: readonly Way[] =
      /^\d{3}$/.test(promised) && valueAt(responses, promised) !== undefined
        ? [{ edits: [{ file, edit: { do: 'rename', path: [...path, promised], to: actual } }], says: `${promised} is ${actual}` }]
        : [];
    const isPlain =
      this.dialect !== 'openapi-2' && sent.length > 0 && sent.every(({ shape }) => isKnown(shape, this.given.types));
    if (!isPlain) return { ways: rename };
    const components = this.components();
    const value = responseOf(actual, sent, components);
    const add: Way = {
      edits: [{ file, edit: { do: 'set', path: [...path, actual], value } }, ...this.written(components)],
      says: `${actual} is there`,
    };
    return { ways: [...rename, add] };
  }
}

function isAt(documents: Documents, at: Violation['promisedAt'], spot: Spot): boolean {
  const place = documents.at(at);
  const other = place && documents.spotOf(place);
  return other !== undefined && other.file === spot.file && other.path.join('\0') === spot.path.join('\0');
}
