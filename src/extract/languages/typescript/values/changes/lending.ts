import { ts } from 'ts-morph';
import { memberName } from '../../names/names.js';
import { unwrap } from '../access-paths.js';

/** A value that a call takes: an argument, or a member of an object argument. */
export interface Passed {
  readonly node: ts.Expression;
  readonly index: number;
  /** Of an object argument: `start({ app })`. */
  readonly member?: string;
}

/** All arguments of a call, including members of object arguments. */
export function memberOfArguments(call: ts.CallExpression | ts.NewExpression): readonly Passed[] {
  return (call.arguments ?? []).flatMap((node, index): readonly Passed[] => {
    const at = unwrap(node);
    if (!ts.isObjectLiteralExpression(at)) return [{ node: at, index }];
    return at.properties.flatMap((property): readonly Passed[] => {
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
