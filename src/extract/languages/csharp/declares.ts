import { globalUsing } from './projects.js';

/**
 * The names that a file declares for others, by a cheap test of its text: types by their name and with their namespace, and extension
 * methods as `.Name`. Types inside of others are found through those.
 */
export function declares(text: string): readonly string[] {
  const names: string[] = [];
  let namespace = '';
  DECLARED.lastIndex = 0;
  for (let found = DECLARED.exec(text); found !== null; found = DECLARED.exec(text)) {
    const [, space, type, method] = found;
    if (space !== undefined) namespace = space;
    else if (type !== undefined) names.push(type, `${namespace}.${type}`);
    else if (method !== undefined) names.push(`.${method}`);
  }
  for (const [, using = ''] of text.matchAll(GLOBAL)) names.push(...globalUsing(using));
  return names;
}

const GLOBAL = /^[ \t\uFEFF]{0,20}global[ \t]{1,9}using[ \t]{1,9}([\w.]{1,300})[ \t]{0,9};/gm;

const DECLARED =
  /\bnamespace[ \t]{1,20}([\w.]{1,300})|\b(?:class|struct|interface|enum|record)[ \t]{1,20}(?!class\b|struct\b)(\w{1,200})|\b(\w{1,200})(?:<[\w, ]{0,60}>)?\(\s{0,40}this[ \t]/g;
