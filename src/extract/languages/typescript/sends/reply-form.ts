import { ts } from 'ts-morph';
import { type FunctionNode, typeName } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import { isInText, type Source } from '../source.js';

const REPLY_NAMES = /^_?(?:reply|rep)$/;
const RESPONSE_NAMES = /^_?(?:res|resp|response)$/;
const HANDLER_TYPES = /^(?:RouteHandler|RouteHandlerMethod|FastifyHandler|\w*RouteHandler|Handler)$/;
/** Text of Fastify; files that import similar servers do not count. */
const FASTIFY = /\bfastify\b|\bFastify\w*/;
const OTHERS = /["'](?:express|@nestjs\/[\w-]+|restify)["']/;

/** Whether a file names Fastify and no similar server. */
const speaksFastify = (source: Source): boolean => isInText(source, FASTIFY) && !isInText(source, OTHERS);

/** The reply parameter of a Fastify handler, recognised by its type, its name, or its position in a file that names Fastify. */
export function replyForm(source: Source, node: FunctionNode): ts.ParameterDeclaration | undefined {
  if (node.body === undefined) return undefined;
  const parameters = node.parameters.filter((one) => !(ts.isIdentifier(one.name) && one.name.text === 'this'));
  if (parameters.length > 4) return undefined;
  const typed = parameters.find((one) => /Reply(?:Typebox|Type)?$/.test(typeName(one.type) ?? ''));
  if (typed !== undefined) return typed;
  const named = parameters.find((one) => one.type === undefined && ts.isIdentifier(one.name) && REPLY_NAMES.test(one.name.text));
  if (named !== undefined) return named;
  const second = parameters[1];
  if (second === undefined || second.type !== undefined || !ts.isIdentifier(second.name)) return undefined;
  if (contextualType(node)) return second;
  if (!RESPONSE_NAMES.test(second.name.text)) return undefined;
  return speaksFastify(source) || setsCode(source, node, second, second.name) ? second : undefined;
}

/** `const list: RouteHandler<…> = async (request, res) => …`. */
function contextualType(node: FunctionNode): boolean {
  const parent = node.parent;
  const type = ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) ? parent.type : undefined;
  const name = typeName(type) ?? '';
  return HANDLER_TYPES.test(name) && name !== 'Handler';
}

/** `res.code(404)` is not a method of Express. */
function setsCode(source: Source, node: FunctionNode, parameter: ts.ParameterDeclaration, name: ts.Identifier): boolean {
  let found = false;
  const visit = (at: ts.Node): void => {
    if (found) return;
    if (ts.isPropertyAccessExpression(at) && at.name.text === 'code' && ts.isIdentifier(at.expression))
      found =
        at.expression.text === name.text && ts.isCallExpression(at.parent) && declarationOf(source, at.expression) === parameter;
    ts.forEachChild(at, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return found;
}
