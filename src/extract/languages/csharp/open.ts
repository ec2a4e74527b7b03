import type { FileGap } from '../../../facts/fact.js';
import { placesIn } from '../../../model/line-table.js';
import { type Aspects, type Extraction, isAsked } from '../../extractor.js';
import { recordTypes } from './declarations.js';
import { behindPipeline } from './frameworks/aspnet/pipeline.js';
import { frameworks } from './frameworks/index.js';
import { openSource, type Source } from './source.js';

/** Words of routes: what holds them in a part that was not read may register some. */
const ROUTE_WORDS = /\[\s*(?:Http\w{3,7}|Route)\b|\.Map(?:Get|Post|Put|Patch|Delete|Methods|Group)\s{0,20}\(/;

/** A source with more brackets that fit nothing is none. */
const MOST_UNBALANCED = 1000;

/** All that one file says: by the frameworks' readers, and what it declares. A part that crashes is a gap. */
export function extractFile(path: string, text: string, aspects?: Aspects): Extraction {
  const source = openSource(path, text);
  if (source.tokens.unbalanced.length > MOST_UNBALANCED) {
    reportUnread(source);
    return { facts: [], gaps: source.gaps };
  }
  for (const framework of frameworks) {
    if (!isAsked(framework, aspects) || !framework.signals(text, path)) continue;
    attempt(source, framework.title, () => {
      const found = framework.extract(source);
      source.facts.push(...behindPipeline(source, found.facts));
      source.gaps.push(...found.gaps);
    });
  }
  attempt(source, 'the declarations', () => recordTypes(source));
  reportUnread(source);
  return { facts: source.facts, gaps: source.gaps };
}

/** @throws what overflows the stack: that is a source nested too deeply, and no mistake of a reader's */
function attempt(source: Source, what: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const detail = `Reading ${what} failed: ${error instanceof Error ? error.message : String(error)}`;
    source.gaps.push({ reason: 'extractor-crash', detail, at: { line: 1, column: 1 }, hides: 'service' });
  }
}

/** What is broken, and what conditional compilation leaves out. */
function reportUnread({ tokens, gaps }: Source): void {
  const { masked, unbalanced } = tokens;
  const placeAt = placesIn(masked.text);
  const [offset] = [...(masked.broken === undefined ? [] : [masked.broken]), ...unbalanced].sort((a, b) => a - b);
  if (offset !== undefined) {
    const detail = 'A string, comment or bracket here does not end; what stands around it may be misread.';
    const isRouting = ROUTE_WORDS.test(masked.code);
    gaps.push({ reason: 'syntax-error', detail, at: placeAt(offset), ...hiding(isRouting) });
  }
  for (const { from, to } of masked.skipped) {
    if (!ROUTE_WORDS.test(masked.text.slice(from, to))) continue;
    const detail = 'Conditional compilation leaves out routes here.';
    gaps.push({ reason: 'dynamic-path', detail, at: placeAt(from), hides: 'service' });
  }
}

const hiding = (isRouting: boolean): Pick<FileGap, 'hides'> => (isRouting ? { hides: 'service' } : {});
