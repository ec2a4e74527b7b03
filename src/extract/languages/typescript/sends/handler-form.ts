import { ts } from 'ts-morph';
import { type FunctionNode, typeName } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';

/** A function in the form of an Express handler. */
export interface HandlerForm {
  readonly response: ts.ParameterDeclaration;
  /** The body's type where the handler declares it: `Response<UserDto>`, `RequestHandler<Params, UserDto>`. */
  readonly bodyType?: ts.TypeNode;
}

const RESPONSE_NAMES = /^_?(?:res|resp|response|reply|rs)$/i;
const ERROR_NAMES = /^_?(?:e|er|err|error|ex|exception|_)$/i;
const RESPONSE_METHODS =
  /^(?:json|jsonp|send|status|sendStatus|render|redirect|sendFile|download|end|set|header|type|cookie|format|attachment)$/;
const HANDLER_TYPES = /^(?:RequestHandler|Handler|NextApiHandler|AsyncRequestHandler)$/;
const BODY_OF_RESPONSE = 0;
const BODY_OF_HANDLER = 1;

/** Cached, because several readers ask, also for each function that one sets on its response. */
const forms = new WeakMap<FunctionNode, HandlerForm | undefined>();

/**
 * The response parameter of a function in the form of a handler, `(req, res)` or `(req, res, next)`, recognised by its type, its
 * name and position, or by the calls on it. `(err, req, res, next)` handles errors and does not count
 * (https://expressjs.com/en/guide/error-handling.html).
 */
export function handlerForm(source: Source, node: FunctionNode): HandlerForm | undefined {
  if (!forms.has(node)) forms.set(node, findForm(source, node));
  return forms.get(node);
}

function findForm(source: Source, node: FunctionNode): HandlerForm | undefined {
  if (node.body === undefined) return undefined;
  const parameters = node.parameters.filter((one) => !(ts.isIdentifier(one.name) && one.name.text === 'this'));
  const [first] = parameters;
  if (parameters.length > 3 && first !== undefined && (parameters.length === 4 || ts.isIdentifier(first.name))) {
    if (ts.isIdentifier(first.name) && (ERROR_NAMES.test(first.name.text) || typeName(first.type)?.endsWith('Error')))
      return undefined;
    if (parameters.length === 4 && typeName(parameters[2]?.type) === 'Response' && !isHelper(parameters)) return undefined;
  }
  const contextual = contextualBody(node);
  const typed = parameters.find((one) => isResponseType(one.type));
  if (typed !== undefined) {
    const body = bodyArgument(typed.type, BODY_OF_RESPONSE) ?? contextual;
    return { response: typed, ...(body && { bodyType: body }) };
  }
  const untyped = parameters.slice(0, 3).find((one, index) => isResponse(source, one, index, node));
  return untyped && { response: untyped, ...(contextual && { bodyType: contextual }) };
}

/**
 * `(model, id: string, res: Response, options = {})` is a helper: Express passes all four arguments to error handlers, with a
 * request as the second.
 */
function isHelper([, second, , last]: readonly ts.ParameterDeclaration[]): boolean {
  if (last?.initializer !== undefined || last?.questionToken !== undefined) return true;
  return second?.type !== undefined && !/(?:Request|^any)$/.test(typeName(second.type) ?? second.type.getText());
}

function isResponse(source: Source, parameter: ts.ParameterDeclaration, index: number, node: FunctionNode): boolean {
  if (!ts.isIdentifier(parameter.name)) return false;
  if (RESPONSE_NAMES.test(parameter.name.text)) return parameter.type === undefined || !isScalarType(parameter.type);
  if (isAskedFor(parameter.name.text, node)) return true;
  return index === 1 && parameter.type === undefined && usedAsResponse(source, parameter, parameter.name, node);
}

/** `typeof target.status === 'function'`: a helper whose argument may be a response. */
function isAskedFor(name: string, { body }: FunctionNode): boolean {
  const text = body?.getText() ?? '';
  return text.includes(`typeof ${name}.status === 'function'`) || text.includes(`typeof ${name}.json === 'function'`);
}

function isScalarType(type: ts.TypeNode): boolean {
  return type.kind === ts.SyntaxKind.StringKeyword || type.kind === ts.SyntaxKind.NumberKeyword || ts.isArrayTypeNode(type);
}

function usedAsResponse(source: Source, parameter: ts.ParameterDeclaration, name: ts.Identifier, node: FunctionNode): boolean {
  let found = false;
  const visit = (at: ts.Node): void => {
    if (found) return;
    if (
      ts.isPropertyAccessExpression(at) &&
      ts.isIdentifier(at.expression) &&
      at.expression.text === name.text &&
      ts.isCallExpression(at.parent)
    ) {
      found = RESPONSE_METHODS.test(at.name.text) && declarationOf(source, at.expression) === parameter;
    }
    ts.forEachChild(at, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return found;
}

/** `Response`, `express.Response`, `Response<T>`, and usual names of services for types derived from it. */
function isResponseType(type: ts.TypeNode | undefined): boolean {
  const name = typeName(type);
  return name !== undefined && /(?:^|[a-z])Response$/.test(name) && !/^(?:Axios|Fetch|Http|Api|Next)Response$/.test(name);
}

function bodyArgument(type: ts.TypeNode | undefined, index: number): ts.TypeNode | undefined {
  if (type === undefined || !ts.isTypeReferenceNode(type)) return undefined;
  const argument = type.typeArguments?.[index];
  if (argument === undefined || argument.kind === ts.SyntaxKind.AnyKeyword || argument.kind === ts.SyntaxKind.UnknownKeyword)
    return undefined;
  return ts.isTypeLiteralNode(argument) && argument.members.length === 0 ? undefined : argument;
}

/**
 * The body type in the annotation of the variable that contains the function: `const list: RequestHandler<Params, UserDto[]> =
 * (req, res) => …`.
 */
function contextualBody(node: FunctionNode): ts.TypeNode | undefined {
  const parent = node.parent;
  const type = ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) ? parent.type : undefined;
  return HANDLER_TYPES.test(typeName(type) ?? '') ? bodyArgument(type, BODY_OF_HANDLER) : undefined;
}
