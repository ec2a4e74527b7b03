import type { Expression } from '../../../../facts/expression.js';
import type { FunctionDefinition } from '../scope.js';
import { FLOAT, type Source, scalar, unknown } from '../source.js';
import { type Node, plainText } from '../syntax/syntax.js';
import { isDecoratedAway } from '../wrappers.js';

/** `<int:id>` (Flask), `<id:int>` (Sanic and Bottle). */
const FORMS = {
  'type first': /<(?:(?<type>\w{1,40})(?:\([^()<>]{0,200}\))?:)?(?<name>\w{1,80})>/g,
  'name first': /<(?<name>\w{1,80})(?::(?<type>\w{1,40})(?::[^<>]{0,200})?)?>/g,
};
const string = scalar('string');
/**
 * Value types of converters (https://flask.palletsprojects.com/en/stable/api/#url-route-registrations); other converters may
 * return any type.
 */
const TYPES: Readonly<Record<string, Expression>> = {
  ...{ string, str: string, strorempty: string, path: string, any: string, slug: string, alpha: string, re: string },
  ...{ int: scalar('integer'), float: FLOAT, number: FLOAT, uuid: scalar('string', 'uuid') },
};

/** Records the types that the converters of a path give to handler parameters without an annotation. */
export function noteParameters(
  { record: { routed } }: Source,
  handlers: readonly FunctionDefinition[],
  path: Node | undefined,
  form: keyof typeof FORMS,
): void {
  const text = plainText(path);
  if (text === undefined) return;
  for (const { groups } of text.matchAll(FORMS[form])) {
    const { name = '', type = 'string' } = groups ?? {};
    const given = TYPES[type] ?? unknown(`what the converter ${type} gives is not known`);
    for (const handler of handlers) {
      const parameter = handler.parameters.find((one) => one.name === name);
      // another rule may omit it, and then it has its default
      if (parameter === undefined || parameter.default !== undefined || isDecoratedAway(handler)) continue;
      const known = routed.get(parameter);
      const isSame = known === undefined || known === given;
      routed.set(parameter, isSame ? given : unknown('several paths give it in several ways'));
    }
  }
}
