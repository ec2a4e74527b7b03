import { isRecord } from '../../model/json.js';
import { UserError } from '../../model/user-error.js';
import { FACT_FORMAT, type FactSheet } from '../fact-sheet.js';
import { isFactSheet } from './sheet-form.js';

/** Largest accepted sheet, in bytes. */
export const MAX_SHEET_BYTES = 256 * 1024 * 1024;

/**
 * Parses a fact sheet from its JSON text. The text may come from a run on untrusted code: the parser checks everything in it.
 *
 * @param name of its file, for messages
 * @throws UserError if it is no sheet, or one of another version
 */
export function parseSheet(text: string, name: string): FactSheet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`${name} is not JSON.`, { hint: 'Give files that `tallystick facts -o FILE` wrote.' });
  }
  if (isRecord(value) && typeof value.format === 'number' && value.format !== FACT_FORMAT) {
    const hint = 'Write and merge sheets with the same version of Tallystick.';
    throw new UserError(`${name} is a fact sheet of format ${value.format}; this version reads format ${FACT_FORMAT}.`, { hint });
  }
  if (!isFactSheet(value)) {
    throw new UserError(`${name} is not a fact sheet.`, { hint: 'Give files that `tallystick facts -o FILE` wrote.' });
  }
  return value;
}

/** The JSON text of a sheet, one file of the repository on each line. */
export function printSheet(sheet: FactSheet): string {
  const { files, ...rest } = sheet;
  const head = JSON.stringify({ ...rest, files: [] }).slice(0, -2);
  if (files.length === 0) return `${head}]}\n`;
  return `${head}\n${files.map((file) => JSON.stringify(file)).join(',\n')}\n]}\n`;
}
