import { mountFact } from '../../../../engine/mounts.js';
import { colons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import type { Call, Found, RouterFile, RouterFramework } from '../../routers/framework.js';
import { lowerCall } from '../../routers/lower.js';
import { receiverOf } from '../../routers/receivers.js';
import { methodCall } from '../../values/router-calls.js';
import { frameworkProfiles } from '../profiles.js';

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
  mounts: /^add$/,
};

/** Routes of Restify (4 to 11), and of its usual router. */
export const restify: RouterFramework = { ...frameworkProfiles.restify, table, call: mounted };

/** `router.applyRoutes(server, '/prefix')`: the call is on the child, and its argument is the parent. */
function mounted(file: RouterFile, call: Call): Found | undefined {
  const called = methodCall(call);
  if (called?.name !== 'applyRoutes') return undefined;
  const router = receiverOf(file, table, called.receiver, table.handlers);
  const lowered = lowerCall(file.source, call, called);
  const [parent, path] = lowered.arguments;
  if (router === undefined || parent === undefined) return undefined;
  const prefix = path && { prefix: path.path(colons) };
  const mount = mountFact(table, lowered, { parent: parent.value, child: router.value, ...prefix, certainty: 'router' });
  return { fit: router.fit, facts: [mount] };
}
