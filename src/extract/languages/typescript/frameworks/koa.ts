import { ts } from 'ts-morph';
import type { Fact } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { claim, isClaimed } from '../claims.js';
import type { Source } from '../source.js';
import { callsOf } from '../values/fluent-chains.js';
import { type Handing, handedTo } from '../values/handed-on.js';
import { koaProfile } from './koa-profile.js';
import { BY, findRouters, instanceOf } from './koa-routers.js';
import { calledOn } from './koa-routes.js';

/** Routes and routers of Koa (1 to 3) with its usual routers, as the calls of a file register them. */
export const koa: Extractor<Source> = { ...koaProfile, extract };

const HANDING: Handing = {
  by: BY,
  instanceOf,
  ownMethods:
    /^(?:use|get|post|put|patch|delete|del|head|options|all|register|prefix|param|redirect|route|routes|middleware|allowedMethods|callback|listen|on|once|emit|log|info|debug|bind|then|push|set|createServer)$/,
};

function extract(source: Source): Extraction {
  const calls = callsOf(source.tree).filter((call) => !isClaimed(call));
  const facts: Fact[] = [...findRouters(source, calls)];
  for (const call of calls) {
    const own = ts.isCallExpression(call) ? calledOn(source, call) : undefined;
    const found = own ?? handedTo(source, call, HANDING);
    if (own === undefined && found.length === 0) continue;
    claim(call);
    facts.push(...found);
  }
  return { facts, gaps: [] };
}
