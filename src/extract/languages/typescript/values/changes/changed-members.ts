import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import { append } from '../../../../../model/multi-map.js';
import { extended, memberName } from '../../names/names.js';
import { isAssignment, nameOfMember, rootOf, unwrap } from '../access-paths.js';
import { ADDING, MERGING } from './mutations.js';

/** The names that code of a class sets in one of its members; undefined: any name, or elements. */
type Parts = Set<string> | undefined;
const partsOf = new WeakMap<ts.ClassLikeDeclaration, ReadonlyMap<string, Parts>>();

/** The members in which code of the class changes something: `this.made.id = 1`, `this.all.push(1)`, `Object.assign(this.made, other)`. */
export function changedMembers(owner: ts.ClassLikeDeclaration): ReadonlyMap<string, Parts> {
  const known = partsOf.get(owner);
  if (known !== undefined) return known;
  const found = new Map<string, Parts>();
  const aliases = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) for (const [name, member] of aliasesBy(node)) aliases.set(name, member);
    const changed = changedBy(node);
    const member = changed && (ownMember(changed.whole) ?? aliases.get(rootOf(changed.whole)?.text ?? ''));
    if (changed !== undefined && member !== undefined) {
      const before = found.has(member) ? found.get(member) : new Set<string>();
      found.set(member, changed.part === undefined ? undefined : before?.add(changed.part));
    }
    ts.forEachChild(node, visit);
  };
  visit(owner);
  const bases = basesOf.get(owner.getSourceFile()) ?? byBase(owner.getSourceFile());
  basesOf.set(owner.getSourceFile(), bases);
  for (const one of bases.get(owner.name?.text ?? '') ?? []) visit(one);
  partsOf.set(owner, found);
  return found;
}

const basesOf = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly ts.ClassLikeDeclaration[]>>();

/** The classes of a file by the name of the class that they extend. */
function byBase(tree: ts.SourceFile): ReadonlyMap<string, readonly ts.ClassLikeDeclaration[]> {
  const found = new Map<string, ts.ClassLikeDeclaration[]>();
  for (const one of tree.statements) {
    const base = ts.isClassDeclaration(one) ? extended(one)?.expression : undefined;
    if (base === undefined || !ts.isIdentifier(base) || !ts.isClassDeclaration(one)) continue;
    append(found, base.text, one);
  }
  return found;
}

/** Other names for members: `const made = this.made`, `const { made } = this`. */
function aliasesBy({ name, initializer }: ts.VariableDeclaration): readonly (readonly [string, string])[] {
  const of = initializer && unwrap(initializer);
  if (of === undefined) return [];
  const member = ownMember(of);
  if (ts.isIdentifier(name)) return member === undefined ? [] : [[name.text, member]];
  return name.elements.flatMap((one): readonly (readonly [string, string])[] => {
    if (!ts.isBindingElement(one) || !ts.isIdentifier(one.name)) return [];
    const isThis = of.kind === ts.SyntaxKind.ThisKeyword;
    const part = isThis ? memberName(one.propertyName ?? one.name) : member;
    return part === undefined ? [] : [[one.name.text, part]];
  });
}

/**
 * The value of a member in which the class changes something: what its type says, else its own members as far as they stay, since
 * those that are added are added by some calls only.
 */
export function changedPart(value: Expression, type: Expression | undefined, parts: Parts): Expression {
  if (value.kind === 'operator' && value.operator === 'given') return value.of;
  if (type !== undefined && type.kind !== 'unknown') return type;
  const unknown: Expression = { kind: 'unknown', why: 'code of its class changes it later' };
  if (value.kind !== 'object' || parts === undefined) return unknown;
  const left = value.members.filter((one) => !('name' in one && parts.has(one.name)));
  return { ...value, members: [{ kind: 'spread', value: unknown }, ...left] };
}

interface Change {
  readonly whole: ts.Expression;
  readonly part?: string;
}

function changedBy(node: ts.Node): Change | undefined {
  const target = assignedTarget(node);
  const at = target && unwrap(target);
  if (at !== undefined && (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at))) {
    const part = isOwn(at.expression) ? nameOfMember(at) : undefined;
    return part === undefined ? { whole: at.expression } : { whole: at.expression, part };
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (ADDING.has(name.text)) return { whole: expression };
  const [first] = node.arguments;
  return MERGING.has(name.text) && first !== undefined ? { whole: first } : undefined;
}

function assignedTarget(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) return isAssignment(node.operatorToken.kind) ? node.left : undefined;
  return ts.isDeleteExpression(node) ? node.expression : undefined;
}

const isOwn = (node: ts.Expression): boolean => {
  const at = unwrap(node);
  return ts.isPropertyAccessExpression(at) && at.expression.kind === ts.SyntaxKind.ThisKeyword;
};

/** `made` of `this.made`, `this.made.inner`. */
function ownMember(node: ts.Expression): string | undefined {
  let at = unwrap(node);
  while (!isOwn(at) && (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at))) at = unwrap(at.expression);
  return ts.isPropertyAccessExpression(at) && isOwn(at) ? at.name.text : undefined;
}
