import { type Aspects, type Extraction, isAsked, type Language, type Profile } from '../../extractor.js';
import { lazily } from '../../lazily.js';
import { eventProfiles } from './events/profiles.js';
import { configFiles } from './files/config-files.js';
import { isSample, readSample } from './files/environment-samples.js';
import { resolve } from './files/resolve.js';
import { setsAllRows } from './files/row-signals.js';
import { changesTypeParsers } from './files/type-parsers.js';
import { isTemplate } from './frameworks/lambda/profile.js';
import { nextjsProfile } from './frameworks/nextjs/profile.js';
import { frameworkProfiles } from './frameworks/profiles.js';
import { handsToPackage } from './routers/passed-signals.js';
import { PATCHES, REROUTES } from './sends/patch-signals.js';

const reading = lazily('TypeScript', () => import('./open.js'));
const finding = lazily('TypeScript', () => import('./symbols.js'));
const documents = lazily('OpenAPI documents', () => import('../../open-api.js'));
const DOCUMENTS = ['.yml', '.yaml', '.json'];

const profiles: readonly Profile[] = [...Object.values(frameworkProfiles), ...Object.values(eventProfiles)];
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
