import type { Fact, Setting } from './fact.js';
import type { FactSheet } from './fact-sheet.js';

/** Functions that hand the options of a service on to each other more often than this do so in a circle. */
const MAX_HANDED = 4;

interface Applied {
  readonly files: Set<string>;
  readonly settings: Setting[];
}

/**
 * Settings of functions that are given the options of a service (`Setting.within`) hold where they are called, and nowhere else. Of
 * a function that is not there, or that several files have, what it sets is not known.
 */
export function withApplied(sheet: FactSheet): FactSheet {
  const functions = new Map<string, Applied>();
  let isUsed = false;
  for (const { path, language, facts } of sheet.files) {
    for (const fact of facts) {
      if (fact.kind !== 'setting') continue;
      isUsed ||= fact.key === 'options';
      if (fact.within === undefined) continue;
      const key = `${language} ${fact.within}`;
      const known = functions.get(key) ?? { files: new Set<string>(), settings: [] };
      functions.set(key, known);
      known.files.add(path);
      known.settings.push(fact);
    }
  }
  if (!isUsed) return sheet;
  return {
    ...sheet,
    files: sheet.files.map((file) => ({ ...file, facts: file.facts.flatMap((fact) => applied(functions, file.language, fact)) })),
  };
}

function applied(functions: ReadonlyMap<string, Applied>, language: string, fact: Fact): readonly Fact[] {
  if (fact.kind !== 'setting' || (fact.key !== 'options' && fact.within === undefined)) return [fact];
  if (fact.within !== undefined || fact.calls === undefined) return [];
  return setBy(functions, language, fact, fact.calls, 0);
}

function setBy(
  functions: ReadonlyMap<string, Applied>,
  language: string,
  { scope, writer, value, at }: Setting,
  name: string,
  depth: number,
): readonly Setting[] {
  const place = { scope, ...(writer !== undefined && { writer }), at };
  const found = functions.get(`${language} ${name}`);
  if (found === undefined || found.files.size > 1 || depth > MAX_HANDED) {
    const unread = typeof value === 'object' && typeof value.unread === 'object' ? value.unread : [];
    return unread.map(
      (key): Setting => ({ kind: 'setting', key: key === 'naming' ? 'naming' : 'enums', value: 'unread', ...place }),
    );
  }
  return found.settings.flatMap((one): readonly Setting[] => {
    if (one.key !== 'options') return [{ kind: 'setting', key: one.key, value: one.value, ...place }];
    return one.calls === undefined ? [] : setBy(functions, language, { ...one, ...place }, one.calls, depth + 1);
  });
}
