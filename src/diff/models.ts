import type { Contract, Model } from '../contracts/contract.js';
import type { Collector, Payload } from './collector.js';

/** Compares shared models. A document does not say who writes and who reads them: `both`, unless the user says it. */
export function compareModels(base: Contract, head: Contract, direction: Payload['direction'], collector: Collector): void {
  const pairs = pairsOf(base.models, head.models);
  for (const [one, other] of pairs) {
    const at = { baseAt: one.at, headAt: other.at };
    collector.payload({ subject: other.name, direction, base: one.shape, head: other.shape, ...at });
  }
  const [paired, known] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, other]) => other))];
  for (const model of base.models) {
    const { name: subject, at } = model;
    if (!paired.has(model))
      collector.note({ rule: 'model-removed', subject, message: `${subject} is gone.`, baseAt: at, headAt: head.at });
  }
  for (const model of head.models) {
    const { name: subject, at } = model;
    if (!known.has(model))
      collector.note({ rule: 'model-added', subject, message: `${subject} is new.`, baseAt: base.at, headAt: at });
  }
}

/** Pairs models by name; a single model is paired with a single one, whatever their names. */
function pairsOf(before: readonly Model[], after: readonly Model[]): readonly (readonly [Model, Model])[] {
  const [one, ...others] = before;
  const [other, ...more] = after;
  if (one !== undefined && other !== undefined && others.length === 0 && more.length === 0) return [[one, other]];
  const byName = new Map(after.map((model) => [model.name, model]));
  return before.flatMap((model) => {
    const same = byName.get(model.name);
    return same === undefined ? [] : [[model, same] as const];
  });
}
