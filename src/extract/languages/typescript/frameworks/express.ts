import { ts } from 'ts-morph';
import type { Fact, FileGap } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { claim, isClaimed } from '../claims.js';
import type { Source } from '../source.js';
import { callsOf } from '../values/fluent-chains.js';
import { libraryGap } from './express-libraries.js';
import { handedOn, useOf } from './express-mounts.js';
import { withParams } from './express-params.js';
import { expressProfile } from './express-profile.js';
import { registrationOf } from './express-registrations.js';
import { findRouters } from './express-routers.js';
import { routeOf, usedHandler } from './express-routes.js';

/** Routes, routers and mounts of Express (4 and 5), as the calls of a file register them. */
export const express: Extractor<Source> = { ...expressProfile, extract };

function extract(source: Source): Extraction {
  const calls = callsOf(source.tree).filter((call) => !isClaimed(call));
  const routers = findRouters(source, calls);
  const made = new Set(routers.map((router) => router.name));
  const facts: Fact[] = [...routers];
  const gaps: FileGap[] = [];
  for (const call of calls) {
    const gap = libraryGap(source, call);
    if (gap !== undefined) gaps.push(gap);
    const found = gap === undefined ? factsOf(source, call, made) : [];
    if (found === undefined) continue;
    claim(call);
    facts.push(...found);
  }
  return { facts: withParams(source, calls, facts), gaps };
}

/** What a call says; undefined: nothing that is Express'. */
function factsOf(
  source: Source,
  call: ts.CallExpression | ts.NewExpression,
  made: ReadonlySet<string>,
): readonly Fact[] | undefined {
  if (ts.isCallExpression(call)) {
    const route = routeOf(source, call);
    if (route !== undefined) return [route];
    const use = useOf(source, call);
    if (use !== undefined) {
      const answered = use.path && usedHandler(source, call, use.path, use.parent);
      return [...use.mounts, ...use.wraps, ...(answered === undefined ? [] : [answered])];
    }
  }
  const registration = ts.isCallExpression(call) ? registrationOf(source, call) : undefined;
  const handed = handedOn(source, call, made);
  if (handed.length > 0) return handed;
  return registration && [registration];
}
