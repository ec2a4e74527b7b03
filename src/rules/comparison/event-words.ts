import type { Message } from '../../contracts/contract.js';
import type { EventPairing } from '../rule.js';
import type { Difference } from './comparison.js';

/** Describes a difference in a published event, in a sentence. */
export function publishMessage({ path, problem, weight, expected, actual }: Difference): string {
  const field = path === '' ? 'The payload' : path;
  switch (problem) {
    case 'missing':
      return path === '' ? 'A payload is promised, but none is published.' : `${field} is promised, but it is not published.`;
    case 'extra':
      return weight === 'broken'
        ? `${field} is published, but the contract allows no fields beside those it names.`
        : `${field} is published, but the contract does not mention it.`;
    case 'optionality':
      return `${field} is promised in every event, but it may be left out.`;
    case 'nullability':
      return `${field} may be null, which is not promised.`;
    case 'enum':
      return `${field} may be ${actual}, but only ${expected} is promised.`;
    case 'case':
      return `${field} is published under the name ${actual}, but ${expected} is promised.`;
    default:
      return `${field} is promised as ${expected === '{}' ? 'an object' : expected}, but ${actual} is published.`;
  }
}

/** Describes a difference in what a handler expects of an event, in a sentence. */
export function subscribeMessage({ path, problem, weight, expected, actual }: Difference): string {
  const field = path === '' ? 'The payload' : path;
  switch (problem) {
    case 'missing':
      return `${field} is promised, but the handler does not take it.`;
    case 'extra':
      return weight === 'broken'
        ? `${field} is needed by the handler, but the contract does not promise it.`
        : `${field} is taken by the handler, but the contract does not promise it.`;
    case 'optionality':
      return `${field} is needed by the handler, but the contract lets it be left out.`;
    case 'nullability':
      return `${field} may be null, which the handler does not expect.`;
    case 'enum':
      return `${field} may be ${expected}, but the handler expects ${actual} alone.`;
    case 'case':
      return `${field} is taken under the name ${actual}, but ${expected} is promised.`;
    default:
      return `${field} is promised as ${expected === '{}' ? 'an object' : expected}, but the handler takes it for ${actual}.`;
  }
}

/** Says that no code publishes or handles an event of the contract, and names the nearest event of the code. */
export function unmatchedMessage({ direction, channel }: Message, nearest: EventPairing['near'][number] | undefined): string {
  const missing =
    direction === 'publish'
      ? `${channel} is promised to be published, but nothing publishes it.`
      : `${channel} is promised to be handled, but nothing handles it.`;
  if (nearest === undefined) return missing;
  if (nearest.differs === 'spelling') return `${missing} ${nearest.message.channel} is spelt otherwise.`;
  const verb = nearest.message.direction === 'publish' ? 'publishes' : 'handles';
  return `${missing} The code ${verb} it instead; AsyncAPI 2 says what clients do, version 3 what the application does.`;
}
