import { type Aspects, type Extraction, isAsked, type Language, type Profile } from '../../extractor.js';
import { lazily } from '../../lazily.js';
import { eventProfiles } from './events/profiles.js';
import { configFiles } from './files/config-files.js';
import { isSample, readSample } from './files/environment-samples.js';
import { resolve } from './files/resolve.js';
import { setsAllRows } from './files/row-signals.js';
import { changesTypeParsers } from './files/type-parsers.js';
import { adonisjsProfile } from './frameworks/adonisjs/profile.js';
import { bunProfile } from './frameworks/bun/profile.js';
import { elysiaProfile } from './frameworks/elysia/profile.js';
import { encoreProfile } from './frameworks/encore/profile.js';
import { expressProfile } from './frameworks/express/profile.js';
import { fastifyProfile } from './frameworks/fastify/profile.js';
import { feathersProfile } from './frameworks/feathers/profile.js';
import { findMyWayProfile } from './frameworks/find-my-way/profile.js';
import { h3Profile } from './frameworks/h3/profile.js';
import { hapiProfile } from './frameworks/hapi/profile.js';
import { honoProfile } from './frameworks/hono/profile.js';
import { inversifyProfile } from './frameworks/inversify/profile.js';
import { ittyRouterProfile } from './frameworks/itty-router/profile.js';
import { koaProfile } from './frameworks/koa/profile.js';
import { isTemplate, lambdaProfile } from './frameworks/lambda/profile.js';
import { loopbackProfile } from './frameworks/loopback/profile.js';
import { nestjsProfile } from './frameworks/nestjs/profile.js';
import { nextjsProfile } from './frameworks/nextjs/profile.js';
import { nitroProfile } from './frameworks/nitro/profile.js';
import { nodeHttpProfile } from './frameworks/node-http/profile.js';
import { oakProfile } from './frameworks/oak/profile.js';
import { othersProfile } from './frameworks/others/profile.js';
import { restifyProfile } from './frameworks/restify/profile.js';
import { routingControllersProfile } from './frameworks/routing-controllers/profile.js';
import { sveltekitProfile } from './frameworks/sveltekit/profile.js';
import { trpcProfile } from './frameworks/trpc/profile.js';
import { tsRestProfile } from './frameworks/ts-rest/profile.js';
import { tsoaProfile } from './frameworks/tsoa/profile.js';
import { handsToPackage } from './routers/passed-signals.js';
import { PATCHES, REROUTES } from './sends/patch-signals.js';

const reading = lazily('TypeScript', () => import('./open.js'));
const finding = lazily('TypeScript', () => import('./symbols.js'));
const documents = lazily('OpenAPI documents', () => import('../../open-api.js'));
const DOCUMENTS = ['.yml', '.yaml', '.json'];

const profiles: readonly Profile[] = [
  adonisjsProfile,
  elysiaProfile,
  expressProfile,
  fastifyProfile,
  findMyWayProfile,
  h3Profile,
  hapiProfile,
  honoProfile,
  koaProfile,
  oakProfile,
  ittyRouterProfile,
  inversifyProfile,
  loopbackProfile,
  nestjsProfile,
  nextjsProfile,
  nitroProfile,
  sveltekitProfile,
  bunProfile,
  encoreProfile,
  feathersProfile,
  restifyProfile,
  trpcProfile,
  tsRestProfile,
  routingControllersProfile,
  tsoaProfile,
  nodeHttpProfile,
  lambdaProfile,
  othersProfile,
  ...Object.values(eventProfiles),
];
/** Files with types but no code that runs. */
const DECLARATION_FILE = /\.d\.[cm]?ts$/;

/** The types that a service adds to requests of Express, in any file: https://expressjs.com/en/resources/middleware.html */
const AUGMENTS = /\bnamespace Express\b|\bmodule ["']express(?:-serve-static-core)?["']/;

/** A module for browsers (AMD): https://github.com/amdjs/amdjs-api/blob/master/AMD.md */
const BROWSER_MODULE = /^define\((?:["'][^"'\n]{1,200}["'], ?)?\[/m;
/**
 * Components and modules of browsers call HTTP clients (`api.get('/x')`), which look like routes; a server in such a file names
 * its framework.
 */
const COMPONENT_FILE = /\.[jt]sx$/;
const SERVER = /\bexpress\b(?! or implied)|@nestjs\/|\bRouter\(|["']hono["'/]|["']fastify\b|\bFastify(?:Instance|Plugin)/;

function extract(path: string, text: string, aspects?: Aspects): Extraction {
  if (isSample(path)) return { facts: readSample(path, text), gaps: [] };
  if (isTemplate(path)) return reading.loaded().readTemplate(path, text);
  if (path.endsWith('.prisma')) return reading.loaded().readPrismaSchema(text);
  if (path.endsWith('.sql')) return reading.loaded().readSqlSchema(path, text);
  if (/(?:^|\/)tsoa\.json$/.test(path)) return { facts: reading.loaded().readTsoaSettings(path, text), gaps: [] };
  const isConfiguration = path.endsWith('.json') && configFiles.some((name) => path === name || path.endsWith(`/${name}`));
  if (!isConfiguration && DOCUMENTS.some((one) => path.endsWith(one)))
    return { facts: documents.loaded().operationTable(text), gaps: [] };
  return isConfiguration ? reading.loaded().readConfiguration(path, text) : reading.loaded().extractFile(path, text, aspects);
}

/** TypeScript and JavaScript. */
export const typescript: Language = {
  id: 'typescript',
  title: 'TypeScript and JavaScript',
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  configFiles,
  frameworks: profiles,
  prepare: reading.load,
  prepareDocuments: documents.load,
  candidate: (path, text, aspects) => {
    if (DECLARATION_FILE.test(path) || ((COMPONENT_FILE.test(path) || BROWSER_MODULE.test(text)) && !SERVER.test(text)))
      return nextjsProfile.signals(text, path) || AUGMENTS.test(text);
    if (
      AUGMENTS.test(text) ||
      PATCHES.test(text) ||
      REROUTES.test(text) ||
      handsToPackage(text) ||
      changesTypeParsers(text) ||
      setsAllRows(text)
    )
      return true;
    return profiles.some((one) => isAsked(one, aspects) && one.signals(text, path));
  },
  extract,
  resolve,
  packages: async () => (await import('./files/packages.js')).packagesIn,
  prepareSymbols: finding.load,
  symbols: (path, text) => finding.loaded().symbolsOf(path, text),
  documents: DOCUMENTS,
  dataExtensions: ['.json'],
  infer: async (asks, host) => (await import('./infer/infer.js')).infer(asks, host),
};
