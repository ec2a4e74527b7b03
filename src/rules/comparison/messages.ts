import type { Message } from '../../contracts/contract.js';
import type { EventPairing } from '../rule.js';
import type { Difference } from './comparison.js';

/** The rest of a sentence about a field, after its name; `whole`: of a sentence about all of it. */
type Words = Partial<Record<Difference['problem'], (difference: Difference) => string>> & {
  readonly whole: string;
  /** The sentence where all of it is missing. */
  readonly gone?: string;
  readonly other: (difference: Difference & { readonly form: string }) => string;
};

/** Describes a difference in a sentence. */
const sentences =
  (words: Words) =>
  (difference: Difference): string => {
    const { path, problem, expected } = difference;
    if (path === '' && problem === 'missing' && words.gone !== undefined) return words.gone;
    if (problem === 'status') return `The code answers with ${difference.actual}, but the contract expects ${expected}.`;
    const rest = words[problem]?.(difference) ?? words.other({ ...difference, form: expected === '{}' ? 'an object' : expected });
    return `${path === '' ? words.whole : path} ${rest}.`;
  };

const NO_OTHERS = 'but the contract allows no other fields';
const NO_NULL = 'may be null, but the contract does not allow null';
const onlyExpected = ({ expected, actual }: Difference): string => `may be ${actual}, but the contract allows only ${expected}`;

/** Describes a difference in what a route sends. */
export const responseMessage = sentences({
  whole: 'The body',
  gone: 'The contract expects a JSON body, but the code sends none.',
  missing: () => 'is in the contract, but the code does not send it',
  extra: ({ weight, expected }) =>
    weight === 'broken'
      ? `is sent, ${NO_OTHERS}`
      : `is sent, but the contract ${expected === 'only in requests' ? 'has it only in requests' : 'does not mention it'}`,
  optionality: () => 'is required in every response, but the code may leave it out',
  nullability: () => NO_NULL,
  enum: onlyExpected,
  case: ({ expected, actual }) => `is sent under the name ${actual}, but the contract names it ${expected}`,
  other: ({ form, actual }) => `is ${form} in the contract, but the code sends ${actual}`,
});

/** Describes a difference in a published event. */
export const publishMessage = sentences({
  whole: 'The payload',
  gone: 'The contract expects a payload, but the code publishes none.',
  missing: () => 'is in the contract, but the code does not publish it',
  extra: ({ weight }) => `is published, ${weight === 'broken' ? NO_OTHERS : 'but the contract does not mention it'}`,
  optionality: () => 'is required in every event, but the code may leave it out',
  nullability: () => NO_NULL,
  enum: onlyExpected,
  case: ({ expected, actual }) => `is published under the name ${actual}, but the contract names it ${expected}`,
  other: ({ form, actual }) => `is ${form} in the contract, but the code publishes ${actual}`,
});

/** Describes a difference in what a handler expects of an event. */
export const subscribeMessage = sentences({
  whole: 'The payload',
  missing: () => 'is in the contract, but the handler does not read it',
  extra: ({ weight }) => `is ${weight === 'broken' ? 'required' : 'read'} by the handler, but it is not in the contract`,
  optionality: () => 'is required by the handler, but optional in the contract',
  nullability: () => 'may be null, but the handler does not expect null',
  enum: ({ expected, actual }) => `may be ${expected}, but the handler expects only ${actual}`,
  case: ({ expected, actual }) => `is read under the name ${actual}, but the contract names it ${expected}`,
  other: ({ form, actual }) => `is ${form} in the contract, but the handler reads it as ${actual}`,
});

/** Describes a difference between a definition and the shared model. */
export const modelMessage = sentences({
  whole: 'The model',
  missing: ({ actual }) =>
    actual.endsWith(' on the wire')
      ? `is in the shared model, but this definition sends it as ${actual.replace(/ on the wire$/, '')}`
      : 'is in the shared model, but this definition does not have it',
  extra: ({ weight }) =>
    `is in this definition, but the shared model ${weight === 'broken' ? 'allows no other fields' : 'does not mention it'}`,
  optionality: ({ weight }) =>
    weight === 'weak'
      ? 'is optional in the shared model, but this definition requires it'
      : 'is required in the shared model, but this definition may leave it out',
  nullability: ({ weight }) =>
    weight === 'weak'
      ? 'may be null in the shared model, but this definition does not expect null'
      : 'may be null in this definition, but the shared model does not allow null',
  enum: ({ weight, expected, actual }) =>
    weight === 'weak'
      ? `may be ${expected} in the shared model, but this definition has only ${actual}`
      : `may be ${actual} in this definition, but the shared model allows only ${expected}`,
  case: ({ expected, actual }) => `is called ${actual} on the wire in this definition, but ${expected} in the shared model`,
  other: ({ form, actual }) => `is ${form} in the shared model, but ${actual} in this definition`,
});

/** Says that no code publishes or handles an event of the contract, and names the nearest event of the code. */
export function unmatchedMessage({ direction, channel }: Message, nearest: EventPairing['near'][number] | undefined): string {
  const missing =
    direction === 'publish'
      ? `${channel} is published in the contract, but no code publishes it.`
      : `${channel} is handled in the contract, but no code handles it.`;
  if (nearest === undefined) return missing;
  if (nearest.differs === 'spelling') return `${missing} ${nearest.message.channel} is spelled differently.`;
  const verb = nearest.message.direction === 'publish' ? 'publishes' : 'handles';
  return `${missing} The code ${verb} it instead; AsyncAPI 2 says what clients do, version 3 what the application does.`;
}
