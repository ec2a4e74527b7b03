import { CONTROLLER_PATH, type Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const EMPTY: Expression = { kind: 'literal', value: '' };

/** `Controller(path)` as a value, and the first one that `applyDecorators` is given. */
function instance(resolver: Resolver, { path }: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const [name] = path;
  if (expression.kind !== 'returns' || path.length !== 1) return undefined;
  const { values = [] } = expression;
  if (name === 'Controller') {
    const [given = EMPTY] = values;
    const isObject = resolver.resolve(resolver, { expression: given, site }, 'shape');
    const hasMembers = isObject.kind === 'plain' && isObject.expression.kind === 'object';
    const value: Expression = hasMembers ? { kind: 'member', of: given, name: 'path' } : given;
    const at = { line: 1, column: 1 };
    return { expression: { kind: 'object', members: [{ kind: 'property', name: CONTROLLER_PATH, value, at }] }, site };
  }
  if (name !== 'applyDecorators') return undefined;
  return values
    .map((value): Lazy => ({ expression: value, site }))
    .find((one) => {
      const target = resolver.resolve(resolver, one, 'value');
      const members = target.kind === 'plain' && target.expression.kind === 'object' ? target.expression.members : [];
      return members.some((member) => member.kind === 'property' && member.name === CONTROLLER_PATH);
    });
}

/** https://docs.nestjs.com/custom-decorators#decorator-composition */
export const nestjs: KnownPackage = {
  title: '`@nestjs/common`',
  specifiers: /^@nestjs\/common$/,
  instance,
};
