import { ts } from 'ts-morph';
import type { Fact } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { claim, isClaimed } from '../claims.js';
import type { Source } from '../source.js';
import { callsOf } from '../values/fluent-chains.js';
import { type Handing, handedTo } from '../values/handed-on.js';
import { hapiProfile } from './hapi-profile.js';
import { BY, describedRoutes } from './hapi-routes.js';
import { calledOn, findServers, glueGap, serverOf } from './hapi-servers.js';

/** Routes and plugins of hapi (17 to 21, and what older ones share), as calls register and objects describe them. */
export const hapi: Extractor<Source> = { ...hapiProfile, extract };

const HANDING: Handing = {
  by: BY,
  instanceOf: serverOf,
  ownMethods:
    /^(?:route|register|ext|start|stop|initialize|inject|log|info|debug|auth|bind|then|push|set|on|once|emit|decorate|method|state|views|dependency|resolve|use|get|post|put|patch|delete|options|head|all|listen|createServer)$/,
};

function extract(source: Source): Extraction {
  const calls = callsOf(source.tree).filter((call) => !isClaimed(call));
  const facts: Fact[] = [...findServers(source, calls), ...describedRoutes(source)];
  const gaps = calls.flatMap((call) => glueGap(source, call) ?? []);
  const isServed = facts.length > 0 || /["'](?:@hapi\/hapi|hapi)["']/.test(source.text);
  for (const call of calls) {
    const own = ts.isCallExpression(call) ? calledOn(source, call) : undefined;
    const found = own ?? (isServed ? handedTo(source, call, HANDING) : []);
    if (found.length === 0) continue;
    claim(call);
    facts.push(...found);
  }
  return { facts, gaps };
}
