import type { Expression } from '../../../facts/expression.js';
import type { Source } from './source.js';

/** Specifiers that no module has: they lead to the file with the project's settings, or with a model (`resolve.ts`). */
export const SETTINGS = '|django.settings';
export const USER_SETTING = '|django.user';
export const KEY_SETTING = '|django.key';
export const TOKEN_SETTING = '|django.tokens';
export const MODEL = '|django.model:';

/**
 * Names of what the settings of a project say: `|rendered` and `|paginated` are functions that make of a value what is sent of it,
 * `|sized` tells pages that are only made where the settings give a size, `|decimal` is how a decimal is written, `|user` the model of users, `|automatic-key` what the keys are that models are given;
 * `|tokens` gives what simplejwt sends, `|rotated` the first of two bodies where refreshing gives another refresh token.
 */
export type SettingName =
  | '|rendered'
  | '|paginated'
  | '|sized'
  | '|decimal'
  | '|user'
  | '|automatic-key'
  | '|tokens'
  | '|rotated';

const HELD_BY: Partial<Record<SettingName, string>> = {
  '|user': USER_SETTING,
  '|automatic-key': KEY_SETTING,
  '|tokens': TOKEN_SETTING,
  '|rotated': TOKEN_SETTING,
};

/** What the settings of the project say under a name, wherever they are. */
export function settingOf({ record }: Source, name: SettingName): Expression {
  record.members.set(name, { specifier: HELD_BY[name] ?? SETTINGS, imported: name });
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
