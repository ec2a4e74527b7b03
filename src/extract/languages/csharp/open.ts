import type { FileGap } from '../../../facts/fact.js';
import { placesIn } from '../../../model/line-table.js';
import { type Aspects, attempt, type Extraction, isAsked } from '../../extractor.js';
import { recordTypes } from './declarations.js';
import { behindPipeline } from './frameworks/aspnet/pipeline.js';
import { frameworks } from './frameworks/index.js';
import { openSource, type Source } from './source.js';

/** Words of route registrations: if a part of the file is not analysed, these show that it may register routes. */
const ROUTE_WORDS = /\[\s*(?:Http\w{3,7}|Route)\b|\.Map(?:Get|Post|Put|Patch|Delete|Methods|Group)\s{0,20}\(/;

/** A text with more unbalanced brackets than this is not a C# source. */
const MOST_UNBALANCED = 1000;

/** All facts of one file: its declarations and the results of the framework readers. A reader that crashes leaves a gap. */
export function extractFile(path: string, text: string, aspects?: Aspects): Extraction {
  const source = openSource(path, text);
  if (source.tokens.unbalanced.length > MOST_UNBALANCED) {
    reportUnread(source);
    return { facts: [], gaps: source.gaps };
  }
  for (const framework of frameworks) {
    if (!isAsked(framework, aspects) || !framework.signals(text, path)) continue;
    attempt(source.gaps, framework.title, () => {
      const found = framework.extract(source);
      source.facts.push(...behindPipeline(source, found.facts));
      source.gaps.push(...found.gaps);
    });
  }
  attempt(source.gaps, 'the declarations', () => recordTypes(source));
  reportUnread(source);
  return { facts: source.facts, gaps: source.gaps };
}

/** Reports broken syntax, and parts that conditional compilation leaves out. */
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
