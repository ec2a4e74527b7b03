import type { Contract } from '../../../../contracts/contract.js';
import { joinPaths } from '../../../../model/endpoint.js';
import { append } from '../../../../model/multi-map.js';
import type { Definitions, ObjectShape, Shape } from '../../../../model/shape.js';
import type { DocumentText, SpecProblem } from '../document-text.js';
import { pointerTo } from './visited.js';

/** Contradictory or ambiguous parts of a contract. */
export function ambiguities(
  { operations, definitions, definedAt }: Contract,
  pointerAt: DocumentText['pointerAt'],
): readonly SpecProblem[] {
  const unions = [...definitions].flatMap(([name, shape]) => {
    const at = definedAt?.get(name);
    const path = at === undefined ? '' : pointerAt(at.line);
    return unclearUnions(shape, definitions).map((why) => ({ path, message: `\`${name}\`: ${why}` }));
  });
  const bodies = operations.flatMap(({ subject, method, responses }) =>
    responses.flatMap(({ shape, status }) =>
      (shape === undefined ? [] : unclearUnions(shape, definitions)).map((why) => ({
        path: `${pointerTo('paths', subject.slice(method.length + 1), method.toLowerCase())}/responses/${status}`,
        message: `The body: ${why}`,
      })),
    ),
  );
  return [...unions, ...bodies, ...crossing(operations)];
}

/** `/books/{id}` and `/{kind}/new` both match `/books/new`, and neither is more specific. */
function crossing(operations: Contract['operations']): readonly SpecProblem[] {
  const byMethod = new Map<string, string[]>();
  for (const { method, path } of operations) append(byMethod, method, path);
  return [...byMethod].flatMap(([method, paths]) =>
    paths.flatMap((path, index) =>
      paths.slice(index + 1, index + 1 + MOST_COMPARED).flatMap((other) =>
        isCrossing(path, other)
          ? [
              {
                path: pointerTo('paths', path),
                message: `A request can be both \`${method} ${path}\` and \`${method} ${other}\`.`,
              },
            ]
          : [],
      ),
    ),
  );
}
const MOST_COMPARED = 2_000;

function isCrossing(one: string, other: string): boolean {
  const [left, right] = [joinPaths(one).split('/'), joinPaths(other).split('/')];
  if (left.length !== right.length) return false;
  let [isLeftFixed, isRightFixed] = [false, false];
  for (const [index, segment] of left.entries()) {
    const beside = right[index] ?? '';
    const [isParameter, isBesideParameter] = [segment.startsWith('{'), beside.startsWith('{')];
    if (!isParameter && !isBesideParameter && segment !== beside) return false;
    if (!isParameter && isBesideParameter) isLeftFixed = true;
    if (isParameter && !isBesideParameter) isRightFixed = true;
  }
  return isLeftFixed && isRightFixed;
}

/** Unions of objects that nothing distinguishes, here or in inline parts. */
function unclearUnions(shape: Shape, definitions: Definitions): readonly string[] {
  const found: string[] = [];
  const visit = (each: Shape): void => {
    if (each.kind === 'object') for (const field of each.fields) visit(field.shape);
    else if (each.kind === 'array') visit(each.items);
    else if (each.kind === 'map') visit(each.values);
    else if (each.kind === 'union') {
      const objects = each.options.flatMap((option) => objectOf(option, definitions) ?? []);
      if (each.discriminator === undefined && objects.length > 1 && !areDistinct(objects))
        found.push(`one of ${objects.length} objects, and neither a discriminator nor a required field tells which.`);
      for (const option of each.options) visit(option);
    }
  };
  visit(shape);
  return found;
}

function objectOf(shape: Shape, definitions: Definitions, depth = 0): ObjectShape | undefined {
  if (shape.kind === 'object') return shape;
  if (shape.kind !== 'ref' || depth > 10) return undefined;
  const target = definitions.get(shape.name);
  return target && objectOf(target, definitions, depth + 1);
}

/** Each pair has different constants, or each requires a field that the other lacks. */
function areDistinct(objects: readonly ObjectShape[]): boolean {
  return objects.every((one, index) => objects.slice(index + 1).every((other) => isDistinct(one, other)));
}

function isDistinct(one: ObjectShape, other: ObjectShape): boolean {
  const fields = new Map(other.fields.map((field) => [field.name, field]));
  const differs = one.fields.some(({ name, shape, required }) => {
    const beside = fields.get(name)?.shape;
    if (!required || shape.kind !== 'enum' || beside?.kind !== 'enum') return false;
    return shape.values.every((value) => !beside.values.includes(value));
  });
  return differs || (requiresMore(one, other) && requiresMore(other, one));
}

function requiresMore(one: ObjectShape, other: ObjectShape): boolean {
  return one.fields.some(({ name, required }) => required && !other.fields.some((field) => field.name === name));
}
