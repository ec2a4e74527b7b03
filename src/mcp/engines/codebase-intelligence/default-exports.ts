import type { Sources } from '../../../extract/sources.js';

/** Whether the `default` import of a specifier in a file is the searched symbol. */
export type IsDefault = (specifier: string, from: string) => boolean;

/** The syntax of a `default` export at its definition, or by name (ECMAScript, 16.2.3). */
const DEFAULT =
  /\bexport\s{1,9}default\s{1,9}(?:(?:abstract|async)\s{1,9})?(?:(?:function\s{0,9}\*?|class)\s{1,9})?([\w$]{1,120})/g;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** @param files that define a symbol of this name; `undefined`: none exports it as `default` */
export async function defaultExport(name: string, files: readonly string[], sources: Sources): Promise<IsDefault | undefined> {
  const exporting = new Set(files.filter((file) => SCRIPT.test(file) && isDefaultOf(file, name, sources)));
  if (exporting.size === 0) return undefined;
  const { resolve } = await sources.imports();
  return (specifier, from) => {
    const target = SCRIPT.test(from) ? resolve(specifier, from) : undefined;
    return target !== undefined && exporting.has(target);
  };
}

function isDefaultOf(file: string, name: string, { read }: Sources): boolean {
  const source = read(file);
  if (source?.kind !== 'text' || !source.text.includes('default')) return false;
  const { text } = source;
  return isRenamed(name, text) || [...text.matchAll(DEFAULT)].some(([, exported]) => exported === name);
}

/** A file has one default export; a match may also be another name with this ending. */
function isRenamed(name: string, text: string): boolean {
  const at = text.indexOf(`${name} as default`);
  return at >= 0 && !/[\w$]/.test(text.charAt(at - 1));
}
