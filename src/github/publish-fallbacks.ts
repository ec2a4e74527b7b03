import { outcomeOf } from './answer.js';
import type { Outcome, Publication, Publisher } from './publisher.js';

/** The outcome of one publisher. */
export interface Step {
  readonly publisher: string;
  readonly outcome: Outcome;
}

/**
 * Runs all publishers, one after the other, and then lets each that published check again. An error is an outcome: it never ends
 * the run, and never changes its exit code.
 */
export async function publishAll(publishers: readonly Publisher[], publication: Publication): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const publisher of publishers) {
    steps.push({ publisher: publisher.name, outcome: await attempt(publisher, publisher.publish, publication) });
  }
  const confirmed: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const publisher = publishers[index];
    if (publisher?.confirm === undefined || step.outcome.status !== 'published') {
      confirmed.push(step);
      continue;
    }
    const later = await attempt(publisher, publisher.confirm, publication);
    // What was published stays published if only the second check failed.
    const outcome = later.status === 'published' ? { ...step.outcome, ...later } : later;
    confirmed.push({ publisher: step.publisher, outcome });
  }
  return confirmed;
}

async function attempt(
  publisher: Publisher,
  how: (publication: Publication) => Promise<Outcome>,
  publication: Publication,
): Promise<Outcome> {
  try {
    return await how(publication);
  } catch (error) {
    return outcomeOf(error, publisher.needs);
  }
}

/** All publishers, refused for the same reason in advance: there is no token. */
export function withoutToken(publishers: readonly Pick<Publisher, 'name' | 'needs'>[]): readonly Step[] {
  return publishers.map(({ name, needs }) => ({
    publisher: name,
    outcome: { status: 'refused', needs, why: 'The input token is empty.' },
  }));
}

/** The outcomes of publishing, a line each, for log and summary. Untrusted: they contain a server's text. */
export function report(steps: readonly Step[]): readonly string[] {
  return steps.map(({ publisher, outcome }) => `${publisher}: ${inWords(outcome)}`);
}

function inWords(outcome: Outcome): string {
  switch (outcome.status) {
    case 'published':
      return ['published', outcome.detail, outcome.url].filter((part) => part !== undefined).join(', ');
    case 'skipped':
      return `not needed. ${outcome.why}`;
    case 'refused':
      return `not published, since the token may not (${outcome.why}). It takes \`${outcome.needs}\` in the permissions of the job; pull requests from forks never get it, see the README.`;
    case 'failed':
      return `not published, since GitHub could not be reached or refused it (${outcome.why}). The result stands as the log shows it.`;
  }
}
