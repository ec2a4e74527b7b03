import type { Expression } from '../../../facts/expression.js';
import type { Source } from './source.js';

/** Special specifiers for the file with the project's settings, or with a model (`resolve.ts`). */
export const SETTINGS = '|django.settings';
export const USER_SETTING = '|django.user';
export const KEY_SETTING = '|django.key';
export const TOKEN_SETTING = '|django.tokens';
export const PAGES_SETTING = '|django.pages';
export const DJOSER_SETTING = '|django.djoser';
export const MODEL = '|django.model:';

/**
 * Names of values that the project settings determine.
 * Functions: `|rendered` and `|paginated` return the sent form of a value; `|sized` returns pages if the settings have a page
 * size, otherwise the plain list; `|djoser-user` and the like return instances of djoser's serializers; `|tokens` returns what simplejwt sends; `|rotated` returns the first of two bodies if
 * refreshing issues a new refresh token; `|pages` returns the page of django-ninja unless the settings name another class.
 * Values: `|decimal` is the form of decimals; `|user` the user model; `|automatic-key` the type of automatic model keys.
 */
export type SettingName =
  | '|rendered'
  | '|paginated'
  | '|sized'
  | '|decimal'
  | '|user'
  | '|automatic-key'
  | '|tokens'
  | '|pages'
  | '|rotated'
  | `|djoser-${DjoserSerializer}`;

/** Serializers of djoser that answer (https://djoser.readthedocs.io/en/latest/settings.html#serializers). */
export const DJOSER_SERIALIZERS = ['user', 'user_create', 'current_user'] as const;
export type DjoserSerializer = (typeof DJOSER_SERIALIZERS)[number];

const STORED_BY: Partial<Record<SettingName, string>> = {
  '|user': USER_SETTING,
  '|automatic-key': KEY_SETTING,
  '|tokens': TOKEN_SETTING,
  '|pages': PAGES_SETTING,
  '|rotated': TOKEN_SETTING,
  '|djoser-user': DJOSER_SETTING,
  '|djoser-user_create': DJOSER_SETTING,
  '|djoser-current_user': DJOSER_SETTING,
};

/** The value that the project settings give to a name, wherever they are. */
export function settingOf({ record }: Source, name: SettingName): Expression {
  record.members.set(name, { specifier: STORED_BY[name] ?? SETTINGS, imported: name });
  return { kind: 'name', name };
}

/** The result of a settings function for these values. */
export function bySettings(source: Source, name: SettingName, values: readonly Expression[]): Expression {
  const of = settingOf(source, name);
  return { kind: 'returns', of: of.kind === 'name' ? { ...of, space: 'value' } : of, values };
}

/** `'shop.Product'`: a model by app label; `Product` alone belongs to the same app. */
export function modelLabelled({ record }: Source, label: string): Expression {
  record.members.set(`|${label}`, { specifier: `${MODEL}${label}`, imported: label.slice(label.lastIndexOf('.') + 1) });
  return { kind: 'name', name: `|${label}` };
}
