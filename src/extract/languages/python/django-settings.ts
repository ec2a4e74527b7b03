import type { Expression } from '../../../facts/expression.js';
import type { Source } from './source.js';

/** Specifiers that no module has: they lead to the file with the project's settings, or with a model (`resolve.ts`). */
export const SETTINGS = '|django.settings';
export const USER_SETTING = '|django.user';
export const MODEL = '|django.model:';

/**
 * Names of what the settings of a project say: `|rendered` and `|paginated` are functions that make of a value what is sent of it,
 * `|sized` tells pages that are only made where the settings give a size, `|decimal` is how a decimal is written, `|user` the model of users.
 */
export type SettingName = '|rendered' | '|paginated' | '|sized' | '|decimal' | '|user';

/** What the settings of the project say under a name, wherever they are. */
export function settingOf({ record }: Source, name: SettingName): Expression {
  record.members.set(name, { specifier: name === '|user' ? USER_SETTING : SETTINGS, imported: name });
  return { kind: 'name', name };
}

/** What a function of the settings makes of values. */
export function bySettings(source: Source, name: SettingName, values: readonly Expression[]): Expression {
  const of = settingOf(source, name);
  return { kind: 'returns', of: of.kind === 'name' ? { ...of, space: 'value' } : of, values };
}

/** `'shop.Product'`: a model by the label of its app; `Product` without one is of the same app. */
export function modelLabelled({ record }: Source, label: string): Expression {
  record.members.set(`|${label}`, { specifier: `${MODEL}${label}`, imported: label.slice(label.lastIndexOf('.') + 1) });
  return { kind: 'name', name: `|${label}` };
}
