import type { Expression } from '../expression.js';
import type { Response } from '../fact.js';
import type { Site } from '../program.js';
import { membersOf } from '../shapes/members.js';
import { type Resolver, refill } from '../values/target.js';
import type { Handler } from './handlers.js';

/** Why the responses of a function are not all of them. */
export function whyIncomplete(
  resolver: Resolver,
  { callable, file, site }: Handler,
  sends: readonly Response[],
  doubt: string | undefined,
): string | undefined {
  const isUnread = callable.sends === undefined && (callable.forwards ?? []).length === 0;
  return (
    callable.incomplete ??
    whyUnread(sends) ??
    doubt ??
    whySpread(resolver, callable.spreads, site) ??
    (isUnread ? `what ${nameOf(callable.name, file)} sends could not be read` : undefined)
  );
}

export const whyUnread = (sent: readonly Response[]): string | undefined =>
  sent.find(({ unread }) => unread !== undefined)?.unread;

/** A function's name in reports: one without a name is named by its place, `fn@309:10`. */
function nameOf(name: string, file: string): string {
  const line = /^fn@(\d+)/.exec(name)?.[1];
  return line === undefined ? `${name} in ${file}` : `the function at ${file}:${line}`;
}

/** Why objects of responses by their statuses may hold a success; undefined: all are errors. */
function whySpread(resolver: Resolver, spreads: readonly Expression[] = [], site: Site): string | undefined {
  const isComplete = spreads.every((expression) => {
    refill(resolver);
    const members = membersOf(resolver, { expression, site });
    const isWhole = members !== undefined && members.open === undefined && members.rest === undefined;
    return isWhole && [...members.named.keys()].every((name) => /^[45](?:\d\d|xx)$/i.test(name));
  });
  return isComplete ? undefined : 'some of its responses are declared elsewhere';
}
