import type { Message } from '../../contracts/contract.js';
import type { EventPairing } from '../rule.js';
import type { Difference } from './comparison.js';

/** Describes a difference in a published event, in a sentence. */
export function publishMessage({ path, problem, weight, expected, actual }: Difference): string {
  const field = path === '' ? 'The payload' : path;
  switch (problem) {
    case 'missing':
      return path === ''
        ? 'The contract expects a payload, but the code publishes none.'
        : `${field} is in the contract, but the code does not publish it.`;
    case 'extra':
      return weight === 'broken'
        ? `${field} is published, but the contract allows no other fields.`
        : `${field} is published, but the contract does not mention it.`;
    case 'optionality':
      return `${field} is required in every event, but the code may leave it out.`;
    case 'nullability':
      return `${field} may be null, but the contract does not allow null.`;
    case 'enum':
      return `${field} may be ${actual}, but the contract allows only ${expected}.`;
    case 'case':
      return `${field} is published under the name ${actual}, but the contract names it ${expected}.`;
    default:
      return `${field} is ${expected === '{}' ? 'an object' : expected} in the contract, but the code publishes ${actual}.`;
  }
}

/** Describes a difference in what a handler expects of an event, in a sentence. */
export function subscribeMessage({ path, problem, weight, expected, actual }: Difference): string {
  const field = path === '' ? 'The payload' : path;
  switch (problem) {
    case 'missing':
      return `${field} is in the contract, but the handler does not read it.`;
    case 'extra':
      return weight === 'broken'
        ? `${field} is required by the handler, but it is not in the contract.`
        : `${field} is read by the handler, but it is not in the contract.`;
    case 'optionality':
      return `${field} is required by the handler, but optional in the contract.`;
    case 'nullability':
      return `${field} may be null, but the handler does not expect null.`;
    case 'enum':
      return `${field} may be ${expected}, but the handler expects only ${actual}.`;
    case 'case':
      return `${field} is read under the name ${actual}, but the contract names it ${expected}.`;
    default:
      return `${field} is ${expected === '{}' ? 'an object' : expected} in the contract, but the handler reads it as ${actual}.`;
  }
}

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
