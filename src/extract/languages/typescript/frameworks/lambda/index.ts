import { ts } from 'ts-morph';
import type { Extractor } from '../../../../extractor.js';
import { isFunctionNode } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { sendsReturned } from '../../sends/returned-sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { callsOf, chainStart } from '../../values/fluent-chains.js';
import { readValue } from '../../values/values.js';
import { lambdaProfile } from './profile.js';

/** Handlers of AWS Lambda: templates declare the requests that they answer (`lambda-templates`). */
export const lambda: Extractor<Source> = {
  ...lambdaProfile,
  extract: (source) => {
    markHandlers(source);
    for (const call of callsOf(source.tree)) if (ts.isCallExpression(call)) standIn(source, call);
    return { facts: [], gaps: [] };
  },
};

const EVENT = /^_?(?:event|evt)$/;
/** https://github.com/DefinitelyTyped/DefinitelyTyped/tree/master/types/aws-lambda */
const TYPES = /\bAPIGateway|\bHandler\b|ValidatedEvent/;

function markHandlers(source: Source): void {
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (isFunctionNode(node) && isHandler(source, node)) sendsReturned(source, node);
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
}

/** By its event or its type: `async (event) => …`, `const list: APIGatewayProxyHandler = async () => …`. */
function isHandler(source: Source, node: ts.FunctionLikeDeclaration): boolean {
  const [first] = node.parameters;
  const declared = ts.isVariableDeclaration(node.parent) ? node.parent.type : undefined;
  if (declared !== undefined && TYPES.test(declared.getText(source.tree).slice(0, 200))) return true;
  if (first === undefined) return false;
  if (first.type !== undefined) return TYPES.test(first.type.getText(source.tree).slice(0, 200));
  return ts.isIdentifier(first.name) && EVENT.test(first.name.text);
}

/** Packages that pass events to an app of another framework, whose own routes are more precise than the function. */
const ADAPTERS =
  /^(?:serverless-http|aws-serverless-(?:express|koa|fastify)|@(?:vendia|codegenie)\/serverless-express|@fastify\/aws-lambda|aws-lambda-fastify|hono\/aws-lambda)$/;

/** `middy(handler).use(…)` represents the handler: https://middy.js.org/docs/ */
function standIn(source: Source, call: ts.CallExpression): void {
  if (ADAPTERS.test(originOf(source, call.expression)?.specifier ?? '')) source.bound.set(call, { kind: 'absent' });
  const start = chainStart(call, (method) => /^(?:use|before|after|onError|handler)$/.test(method));
  const made = ts.isCallExpression(start) ? start : undefined;
  if (made === undefined || originOf(source, made.expression)?.specifier !== '@middy/core') return;
  const given = unwrap(call.expression);
  const isLate = ts.isPropertyAccessExpression(given) && given.name.text === 'handler';
  const [handler] = isLate ? call.arguments : made.arguments;
  if (handler !== undefined) source.bound.set(call, readValue(source, handler));
}
