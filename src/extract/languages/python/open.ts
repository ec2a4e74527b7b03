import type { FileGap } from '../../../facts/fact.js';
import { thatAct } from '../../../facts/references/unmentioned.js';
import { placesIn } from '../../../model/line-table.js';
import { type Aspects, attempt, type Extraction, isAsked, type ReadDocument } from '../../extractor.js';
import { recordAnswers } from './answers.js';
import { recordClasses } from './classes.js';
import { readDefinitions } from './definitions.js';
import { readDocument } from './documents.js';
import { type Framework, frameworks } from './frameworks/index.js';
import { othersProfile } from './frameworks/others/profile.js';
import { HANDS_APP_ON, MAKES_ROUTERS, PUTS_ROUTES } from './frameworks/profile.js';
import { recordScopes } from './functions.js';
import { guardedIn } from './guarded.js';
import { MANIFESTS, manifestFacts } from './manifests.js';
import { PLAIN } from './plain-answers.js';
import { escapes } from './routing/escapes.js';
import { looped } from './routing/loops.js';
import { specialCall } from './schemas/calls.js';
import { importsFrom } from './schemas/field-types.js';
import type { Source } from './source.js';
import { bindStarNames } from './star-names.js';
import { mask } from './syntax/mask.js';
import { outline } from './syntax/statements.js';
import { unmentionedIn } from './unmentioned.js';
import { recordWrappers } from './wrappers.js';

/** Frameworks whose reader records the functions that answer. */
const FRAMEWORKS =
  /^(?:flask|quart|fastapi|starlette|sanic|aiohttp|falcon|litestar|starlite|tornado|django|rest_framework|ninja|bottle|chalice|robyn|blacksheep)\b/;

/** Masks one file and reads its statements. */
export function openSource(path: string, text: string): Source {
  const masked = mask(text);
  const { statements, unbalanced } = outline(masked.bare);
  const at = placesIn(text);
  const gaps: FileGap[] = [];
  const broken = masked.broken ?? unbalanced;
  if (broken !== undefined) {
    const what = masked.broken === undefined ? 'a bracket that nothing closes' : 'a string that never ends';
    gaps.push({ reason: 'syntax-error', detail: `The file has a syntax error: ${what}.`, at: at(broken), hides: 'service' });
  }
  const record = {
    facts: [],
    gaps,
    starred: new Set<string>(),
    members: new Map(),
    given: new Map(),
    routed: new Map(),
    sends: new Map(),
    loops: new Map(),
    selves: new Map(),
  };
  return { path, masked, definitions: readDefinitions(masked, statements), at, record, special: specialCall };
}

/**
 * All facts of one file: from the frameworks' extractors, its imports and its declarations. If one part crashes, it becomes a
 * gap.
 */
export function extractFile(path: string, text: string, aspects?: Aspects, read?: ReadDocument): Extraction {
  if (MANIFESTS.includes(path.slice(path.lastIndexOf('/') + 1))) return { facts: manifestFacts(path, text), gaps: [] };
  if (!path.endsWith('.py')) return { facts: readDocument(text), gaps: [] };
  const source = openSource(path, text);
  if (read !== undefined) bindStarNames(source, read);
  recordClasses(source);
  const isUnnamed = (PUTS_ROUTES.test(text) || HANDS_APP_ON.test(text)) && !importsFrom(source, MAKES_ROUTERS);
  const isNamed = (one: Framework): boolean => one.signals(text, path) || (isUnnamed && one.unnamed === true);
  for (const framework of frameworks) {
    if (!isAsked(framework, aspects) || !isNamed(framework)) continue;
    attempt(source.record.gaps, framework.title, () => {
      const { facts, gaps } = framework.extract(source);
      source.record.facts.push(...facts);
      source.record.gaps.push(...gaps);
    });
  }
  // a file without a framework may define functions that other files use; `def show(request)` alone looks like a view of Django
  if (!frameworks.some((one) => one.of === undefined && isNamed(one)) || !importsFrom(source, FRAMEWORKS))
    recordAnswers(source, PLAIN);
  source.record.facts.push(...escapes(source, source.record.facts, othersProfile.id));
  recordWrappers(source, () => undefined);
  source.record.facts.push(...guardedIn(source, source.record));
  recordScopes(source);
  const { gaps } = source.record;
  const facts = looped(source.record);
  return { facts: [...facts, ...thatAct(unmentionedIn(source), { facts, gaps })], gaps };
}
