import type { Operation } from '../contracts/contract.js';
import type { Collector } from './collector.js';
import { bareType, bodyFor } from './media-types.js';

const PART = 'request body';

/** Compares the request bodies of an operation. */
export function compareBodies(base: Operation, head: Operation, collector: Collector): void {
  const { subject } = head;
  const [before, after] = [base.requestBodies, head.requestBodies];
  const [one, other] = [before[0], after[0]];
  const at = { subject, part: PART, baseAt: one?.at ?? base.at, headAt: other?.at ?? head.at };
  if (one === undefined && other === undefined) return;
  if (other === undefined) {
    collector.note({ ...at, rule: 'request-body-removed', message: 'The request body is gone.' });
    return;
  }
  if (one === undefined) {
    const rule = other.required ? 'request-required-body-added' : 'request-optional-body-added';
    collector.note({ ...at, rule, message: `The request body is new${other.required ? ' and required' : ''}.` });
    return;
  }
  if (!one.required && other.required)
    collector.note({ ...at, rule: 'request-body-became-required', message: 'The request body is now required.' });
  if (one.required && !other.required)
    collector.note({ ...at, rule: 'request-body-became-optional', message: 'The request body may now be left out.' });
  for (const body of before) {
    const match = bodyFor(body.mediaType, after);
    const part = `${PART} ${bareType(body.mediaType)}`;
    if (match === undefined) {
      const message = `The request body is no longer taken as ${bareType(body.mediaType)}.`;
      collector.note({ subject, part, rule: 'request-media-type-removed', message, baseAt: body.at, headAt: at.headAt });
    } else
      collector.payload({
        subject,
        part,
        direction: 'request',
        base: body.shape,
        head: match.shape,
        baseAt: body.at,
        headAt: match.at,
      });
  }
  for (const body of after) {
    if (bodyFor(body.mediaType, before) !== undefined) continue;
    const message = `The request body is also taken as ${bareType(body.mediaType)}.`;
    const part = `${PART} ${bareType(body.mediaType)}`;
    collector.note({ subject, part, rule: 'request-media-type-added', message, baseAt: at.baseAt, headAt: body.at });
  }
}
