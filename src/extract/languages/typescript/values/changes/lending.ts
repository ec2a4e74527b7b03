import { ts } from 'ts-morph';
import { memberName } from '../../names/names.js';
import { unwrap } from '../access-paths.js';

/** Something that a call is given: an argument, or a member of an object that is one. */
export interface Handed {
  readonly node: ts.Expression;
  readonly index: number;
  /** Of the object that is passed: `start({ app })`. */
  readonly member?: string;
}

/** Everything that a call is given, also as members of objects. */
export function memberOfArguments(call: ts.CallExpression | ts.NewExpression): readonly Handed[] {
  return (call.arguments ?? []).flatMap((node, index): readonly Handed[] => {
    const at = unwrap(node);
    if (!ts.isObjectLiteralExpression(at)) return [{ node: at, index }];
    return at.properties.flatMap((property): readonly Handed[] => {
      const value = ts.isShorthandPropertyAssignment(property)
        ? property.name
        : ts.isPropertyAssignment(property)
          ? property.initializer
          : undefined;
      const member = memberName(property.name);
      return value === undefined || member === undefined ? [] : [{ node: value, index, member }];
    });
  });
}
