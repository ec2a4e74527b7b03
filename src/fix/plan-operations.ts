import { isDeepStrictEqual } from 'node:util';
import { child, entries, isMapping, type Place, valueAt } from '../contracts/place.js';
import type { CodeRoute } from '../facts/codebase.js';
import type { Violation } from '../rules/rule.js';
import type { Documents, Spot } from './documents.js';
import { responseOf } from './draft.js';
import type { FileEdit } from './edits.js';
import { type Answer, Finding, NOT_FOUND, none } from './finding.js';
import { isWritable } from './sent.js';
import { pathBelow, type Way } from './ways.js';

/** Possible fixes for a whole operation, or a whole response. */
export class OperationFixes extends Finding {
  withoutBody(): Answer {
    const anchor = this.documents.at(this.violation.promisedAt);
    const spot = anchor && this.documents.spotOf(anchor);
    if (anchor === undefined || spot === undefined) return none(NOT_FOUND);
    const { file, path } = spot;
    const isOld = this.dialect === 'openapi-2';
    if (isOld ? valueAt(anchor, 'schema') === undefined : path.at(-2) !== 'content') return none(NOT_FOUND);
    const content = this.placeAt(file, path.slice(0, -1));
    const isOnly = isOld || entries(content).length === 1;
    const body: FileEdit = {
      file,
      edit: { do: 'delete', path: isOld ? [...path, 'schema'] : isOnly ? path.slice(0, -1) : path },
    };
    const ways: readonly Way[] = [{ edits: [body], says: `${this.violation.status ?? 'the response'} has no body` }];
    return { ways: isOnly ? [...this.#otherStatusWithout(body), ...ways] : ways };
  }

  /** The only success that is sent has no body, and its status differs from the contract's. */
  #otherStatusWithout({ file, edit }: FileEdit): readonly Way[] {
    const path = edit.path.slice(0, -1);
    const expected = String(path.at(-1));
    const responses = this.placeAt(file, path.slice(0, -1));
    const sent = (this.pairing?.actuals ?? []).flatMap((route) => route.responses);
    const [only, ...others] = new Set(
      sent.filter(({ status = 200 }) => status >= 200 && status < 300).map(({ status }) => String(status)),
    );
    if (only === undefined || others.length > 0 || only === expected || !/^\d{3}$/.test(expected)) return [];
    if (!/^\d{3}$/.test(only) || path.at(-2) !== 'responses' || responses === undefined) return [];
    const says = `status ${expected} → ${only}, without a body`;
    if (valueAt(responses, only) !== undefined) return [{ edits: [{ file, edit: { do: 'delete', path } }], says }];
    return [
      {
        edits: [
          { file, edit },
          { file, edit: { do: 'rename', path, to: only } },
        ],
        says,
      },
    ];
  }

  /** The operation of the contract, with its path. */
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

  /** The path as the code spells it, if exactly one route is similar. */
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

  /** The path of a route in the contract's notation, with the contract's names of parameters. */
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
    const { promised: expected = '', actual = '' } = this.violation;
    const found = this.#operation();
    const responses = found && child(this.placeAt(found.spot.file, found.spot.path) ?? found.item, 'responses');
    const spot = responses && this.documents.spotOf(responses);
    if (responses === undefined || spot === undefined || !/^\d{3}$/.test(actual)) return none(NOT_FOUND);
    const { file, path } = spot;
    const routes = this.pairing?.actuals ?? [];
    const all = routes.flatMap((route) => route.responses);
    const under = (status: string) => all.filter((one) => String(one.status) === status);
    // The contract's status stays where the code sends it too, or may do so.
    const isKept = all.some(({ status = expected }) => String(status) === expected) || routes.some((one) => one.incomplete);
    const rename: readonly Way[] =
      !isKept && /^\d{3}$/.test(expected) && valueAt(responses, expected) !== undefined
        ? [
            {
              edits: [{ file, edit: { do: 'rename', path: [...path, expected], to: actual } }],
              says: `status ${expected} → ${actual}`,
            },
          ]
        : [];
    const sent = under(actual);
    if (sent.length === 0) return { ways: rename, why: 'what is sent under it is not known' };
    const components = this.components(file);
    const { content, ...words } = responseOf(actual, sent, components);
    // OpenAPI 2 has one schema for all media types.
    const [body] = Object.values((content ?? {}) as Readonly<Record<string, { readonly schema: unknown }>>);
    const value = this.dialect === 'openapi-2' ? { ...words, ...body } : { ...words, ...(content ? { content } : {}) };
    const set = (response: object): FileEdit => ({ file, edit: { do: 'set', path: [...path, actual], value: response } });
    const says = `status ${actual} is added`;
    const own: Way = { edits: [set(value), ...this.written(components)], says };
    const promised = child(responses, expected)?.value;
    const { headers: _headers, links: _links, ...shared } = isMapping(promised) ? promised : {};
    const isAlike =
      sent.every(({ shape }) => isWritable(shape, this.given.types)) &&
      isDeepStrictEqual(responseOf(expected, under(expected), components).content, content);
    const alike: readonly Way[] = isAlike && isMapping(promised) ? [{ edits: [set({ ...shared, ...words })], says }] : [];
    return { ways: [...rename, ...alike, own] };
  }
}

function isAt(documents: Documents, at: Violation['promisedAt'], spot: Spot): boolean {
  const place = documents.at(at);
  const other = place && documents.spotOf(place);
  return other !== undefined && other.file === spot.file && other.path.join('\0') === spot.path.join('\0');
}
