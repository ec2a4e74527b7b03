import { BUILD, TOOL } from '../model/tool.js';
import { type AnswerCache, openAnswers } from './answer-cache.js';
import { openCache, openStore } from './cache.js';
import type { CollectRequest } from './collect.js';
import { openStamps } from './stamps.js';

const UNBUNDLED: string = 'unbundled';
const VERSION = `${TOOL.version} ${BUILD}`;

/**
 * Facts of earlier runs. Sources that are not bundled may have changed since facts were kept, and nothing would tell: then none.
 *
 * @param of whose facts, and which
 * @param directory absolute; absent: nothing is kept
 */
export function keptFacts(of: string, directory: string | undefined): Pick<CollectRequest, 'cache' | 'stamps'> {
  if (directory === undefined || BUILD === UNBUNDLED) return {};
  return {
    cache: openCache(directory, of, VERSION),
    stamps: openStamps(openStore(directory, of, 'stamps', VERSION)),
  };
}

/** What was inferred in earlier runs, as {@link keptFacts}. */
export function keptAnswers(of: string, directory: string | undefined): AnswerCache | undefined {
  if (directory === undefined || BUILD === UNBUNDLED) return undefined;
  return openAnswers(openStore(directory, of, 'answers', VERSION));
}
