import { mountFact } from '../../../engine/mounts.js';
import { colons } from '../../../engine/paths.js';
import type { RouterTable } from '../../../engine/router-table.js';
import type { Call, Found, RouterFile, RouterFramework } from '../routers/framework.js';
import { lowerCall } from '../routers/lower.js';
import { receiverOf } from '../routers/receivers.js';
import { methodCall } from '../values/router-calls.js';
import { restifyProfile } from './restify-profile.js';

/** http://restify.com/docs/server-api and https://github.com/ukayani/restify-router */
const table: RouterTable = {
  id: 'typescript/restify',
  imported: /["'](?:restify|restify-router)["']/,
  words: /\brestify\b/,
  makers: [
    { packages: /^restify$/, names: /^createServer$/, makes: 'app', by: 'call' },
    { packages: /^restify-router$/, names: /^Router$/, makes: 'router' },
  ],
  types: /\b(?:restify\.)?Server\b|\bRouter\b/,
  names: /^_?(?:app|api|server|restify)$|[rR]outer$|[rR]outes?$|Server$/,
  handlers: 'request-response',
  verbs: new Map([
    ['get', 'GET'],
    ['head', 'HEAD'],
    ['post', 'POST'],
    ['put', 'PUT'],
    ['patch', 'PATCH'],
    ['del', 'DELETE'],
    ['opts', 'OPTIONS'],
  ]),
  fluent: /^(?:use|pre|on)$/,
  own: /^(?:get|head|post|put|patch|del|opts|use|pre|first|listen|close|on|once|address|param|versionedUse|rm|inflightRequests|debugInfo|toString|applyRoutes|add|group|log|info|debug|bind|then|push|createServer)$/,
  path: colons,
  pathOption: 'path',
  uses: 'middleware',
};

/** Routes of Restify (4 to 11), and of its usual router. */
export const restify: RouterFramework = { ...restifyProfile, table, call: mounted };

/** `router.applyRoutes(server, '/prefix')`, `router.add('/prefix', inner)`. */
function mounted(file: RouterFile, call: Call): Found | undefined {
  const called = methodCall(call);
  if (called?.name !== 'applyRoutes' && called?.name !== 'add') return undefined;
  const router = receiverOf(file, table, called.receiver, table.handlers);
  const lowered = lowerCall(file.source, call, called);
  const [first, second] = lowered.arguments;
  if (router === undefined || first === undefined) return undefined;
  const certainty = 'router';
  if (called.name === 'applyRoutes') {
    const prefix = second && { prefix: second.path(colons) };
    const mount = mountFact(table, lowered, { parent: first.value, child: router.value, ...prefix, certainty });
    return { fit: router.fit, facts: [mount] };
  }
  if (second === undefined) return undefined;
  const mount = mountFact(table, lowered, {
    parent: router.value,
    child: second.value,
    prefix: first.path(colons),
    certainty,
  });
  return { fit: router.fit, facts: [mount] };
}
