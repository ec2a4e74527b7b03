import type { Shape } from '../model/shape.js';
import { compareShapes } from './compare-shapes.js';
import type { Comparison, Difference, Side } from './comparison.js';
import { isEvenedOut, isNeeded } from './decoding.js';
import { shapeMapper } from './map-shape.js';

type Places = Parameters<typeof compareShapes>[2];

/**
 * Holds what a handler takes an event for against what is promised to come: the other way round, as now the code must cope with
 * whatever the contract allows. A field that the handler does not know does no harm; one that it needs and that is not promised does.
 */
export function compareReceived(promised: Side, taken: Side, { promisedAt, codeAt }: NonNullable<Places> = {}): Comparison {
  const places = {
    ...(codeAt === undefined ? {} : { promisedAt: codeAt }),
    ...(promisedAt === undefined ? {} : { codeAt: promisedAt }),
  };
  const { compared, unknown, differences } = compareShapes(forgiving(taken), closed(promised), places);
  return {
    compared,
    // an open string of the contract is no matter of the handler's values
    byType: new Set(),
    unknown: new Map([...unknown].filter(([, why]) => why !== ANYTHING)),
    differences: differences.map(turned).filter((one) => !isEvenedOut(one)),
  };
}

/** Why nothing is known of what a contract leaves open: the handler may expect there what it likes. */
const ANYTHING = 'the contract allows any value here';

/** What may be null may as well be left out: parsers fill it in, and the handler copes with nothing there. */
const forgiving = shapeMapper({
  field: ({ access: _, ...field }) => {
    const copes = field.shape.kind === 'union' && field.shape.options.some(isNull);
    return copes || !isNeeded(field) ? { ...field, required: false } : field;
  },
});

const isNull = (shape: Shape): boolean => shape.kind === 'scalar' && shape.type === 'null';

/** Sides and problems exchanged. */
function turned(difference: Difference): Difference {
  const { problem, promised, actual, promisedAt, codeAt, suggestion: _, ...rest } = difference;
  const sides = { promised: actual, actual: promised, promisedAt: codeAt, codeAt: promisedAt };
  switch (problem) {
    case 'missing':
      return {
        ...rest,
        ...sides,
        promised: 'not promised',
        problem: 'extra',
        weight: difference.weight === 'broken' ? 'broken' : 'beside',
      };
    case 'extra':
      return { ...rest, ...sides, actual: 'not taken', problem: 'missing', weight: 'beside' };
    case 'case':
      // The field goes by the contract's name.
      return { ...rest, ...sides, problem, path: `${rest.path.slice(0, rest.path.lastIndexOf('.') + 1)}${actual}` };
    case 'enum':
      return { ...rest, ...sides, problem, weight: 'weak' };
    default:
      return { ...rest, ...sides, problem };
  }
}

/** A promise without the room it leaves for fields that it does not name: a handler cannot count on those. */
const closed = shapeMapper({ rest: ({ rest, fields }) => (rest === true ? fields.length === 0 : rest) });
