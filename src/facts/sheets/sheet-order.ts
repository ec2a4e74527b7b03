import type { Gap } from '../../model/gap.js';
import { compareTexts } from '../../model/text-order.js';
import type { FactSheet } from '../fact-sheet.js';

/** Sorts the sheet into its canonical order, so that equal facts give equal texts. */
export function canonicalSheet(sheet: FactSheet): FactSheet {
  const { aside = [], ...rest } = sheet;
  return {
    ...rest,
    files: [...sheet.files].sort((a, b) => compareTexts(a.path, b.path)),
    resolutions: sortedTargets(sheet.resolutions),
    ...(sheet.installed === undefined ? {} : { installed: sortedTargets(sheet.installed) }),
    gaps: distinct(sheet.gaps),
    ...sortedModels(sheet.models),
    ...(sheet.answers === undefined ? {} : { answers: sorted(sheet.answers, (answer) => answer) }),
    ...(aside.length === 0 ? {} : { aside: [...new Set(aside)].sort(compareTexts) }),
  };
}

const sortedTargets = (resolutions: FactSheet['resolutions']): FactSheet['resolutions'] =>
  sorted(resolutions, (own) => sorted(own, (target) => target));

function sortedModels(models: FactSheet['models']): Pick<FactSheet, 'models'> {
  if (models === undefined) return {};
  const { names, types, tables } = models;
  const byPlace = [...types].sort((a, b) => compareTexts(a.file, b.file) || compareTexts(a.name, b.name));
  return {
    models: { names: [...new Set(names)].sort(compareTexts), types: byPlace, tables: [...new Set(tables)].sort(compareTexts) },
  };
}

/** Keys are file names and specifiers of an untrusted repository: `Object.fromEntries` makes `__proto__` a key like any other. */
function sorted<In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  const entries = Object.entries(record).sort(([a], [b]) => compareTexts(a, b));
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value)]));
}

function distinct(gaps: readonly Gap[]): Gap[] {
  const byText = new Map(
    gaps.map((gap) => [JSON.stringify([gap.at.file, gap.at.line, gap.at.column, gap.reason, gap.detail, gap.hides]), gap]),
  );
  return [...byText].sort(([a], [b]) => compareTexts(a, b)).map(([, gap]) => gap);
}
