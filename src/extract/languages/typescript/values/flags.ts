import { ts } from 'ts-morph';
import { objectOf } from '../names/in-file.js';
import { assigned } from '../names/names.js';
import type { Source } from '../source.js';
import { unwrap } from './mutations.js';

/** What an option that is true or false is set to where it is written out; undefined: it is not set, or cannot be read here. */
export function flagOf(source: Source, options: ts.Expression | undefined, name: string): boolean | undefined {
  const object = objectOf(source, options);
  const value = object && assigned(object, name);
  return value && booleanOf(value);
}

/** `true` and `false` as they are written. */
export function booleanOf(node: ts.Expression): boolean | undefined {
  const { kind } = unwrap(node);
  if (kind === ts.SyntaxKind.TrueKeyword) return true;
  return kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}
