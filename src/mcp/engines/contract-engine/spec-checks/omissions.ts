import type { OpenedContract } from '../../../../contracts/open.js';
import type { Definitions, Shape } from '../../../../model/shape.js';
import type { SpecProblem } from '../document-text.js';
import { isJson } from '../responses/choose-answer.js';
import { pointerTo } from './visited.js';

/** Parts that a contract leaves open, so that code cannot be compared with them. */
export function omissions({ contract }: OpenedContract): readonly SpecProblem[] {
  const { operations, messages, models, definitions } = contract;
  const problems = operations.flatMap(({ subject, method, responses }): readonly SpecProblem[] => {
    const path = pointerTo('paths', subject.slice(method.length + 1), method.toLowerCase());
    const good = responses.filter(({ status }) => /^(?:2|default)/.test(status));
    if (responses.length === 0) return [{ path, message: 'It says nothing of what it answers.' }];
    if (good.length === 0) return [{ path, message: 'It says nothing of what success looks like.' }];
    return good.flatMap(({ status, mediaType, shape }): readonly SpecProblem[] => {
      if (mediaType === undefined || !isJson(mediaType)) return [];
      const at = `${path}/responses/${status}`;
      if (shape === undefined) return [{ path: at, message: `The body (${mediaType}) has no schema.` }];
      return openPlaces(shape, definitions).map(({ field, why }) => ({
        path: at,
        message: `${field === '' ? 'The body' : `\`${field}\``} ${why}.`,
      }));
    });
  });
  const events = messages.flatMap(({ subject, variants }) =>
    variants.length === 0 || variants.some(({ payload }) => payload === undefined)
      ? [{ path: '', message: `${subject} has a message without a payload.` }]
      : [],
  );
  const empty =
    operations.length + messages.length + models.length === 0 ? [{ path: '', message: 'It has nothing to compare.' }] : [];
  return [...problems, ...events, ...empty];
}

interface Open {
  readonly field: string;
  readonly why: string;
}

const MOST = 20;

/** Fields without a described type. Visits each schema once. */
function openPlaces(shape: Shape, definitions: Definitions): readonly Open[] {
  const found: Open[] = [];
  const seen = new Set<string>();
  const visit = (each: Shape, field: string): void => {
    if (found.length >= MOST) return;
    if (each.kind === 'ref') {
      const target = definitions.get(each.name);
      if (target === undefined || seen.has(each.name)) return;
      seen.add(each.name);
      visit(target, field);
    } else if (each.kind === 'object') {
      if (each.fields.length === 0 && each.rest === true)
        found.push({ field, why: 'is an object of which no field is described' });
      for (const { name, shape: inner } of each.fields) visit(inner, field === '' ? name : `${field}.${name}`);
    } else if (each.kind === 'array') {
      if (each.items.kind === 'unknown') found.push({ field, why: 'is a list whose items are not described' });
      else visit(each.items, `${field}[]`);
    } else if (each.kind === 'map') visit(each.values, field === '' ? '*' : `${field}.*`);
    else if (each.kind === 'tuple') for (const item of each.items) visit(item, `${field}[]`);
    else if (each.kind === 'union') for (const option of each.options) visit(option, field);
    else if (each.kind === 'unknown' && each.any === true) found.push({ field, why: 'may be any value' });
  };
  visit(shape, '');
  return found;
}
