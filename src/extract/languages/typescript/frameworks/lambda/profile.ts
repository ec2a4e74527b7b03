import { nameOf } from '../../../../conventions.js';
import type { Profile } from '../profile.js';

/** Templates that say which function answers which request. */
export const TEMPLATES: readonly string[] = [
  'serverless.yml',
  'serverless.yaml',
  'template.yml',
  'template.yaml',
  'sam.yml',
  'sam.yaml',
];

export const isTemplate = (path: string): boolean => TEMPLATES.includes(nameOf(path));

/** A file speaks of the events of API Gateway, or makes a result as it takes them. */
const LAMBDA = /aws-lambda|\bAPIGateway|\bstatusCode\b|@middy\/core|\bserverless-(?:http|express|koa|fastify)\b/;

/** What the reader of AWS Lambda resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const lambdaProfile: Profile = {
  id: 'typescript/lambda',
  title: 'AWS Lambda',
  resolves: [
    '`http` and `httpApi` events of serverless.yml, `Api` and `HttpApi` events of SAM templates, with `CodeUri`, `Handler`, `EntryPoints` and `Globals`',
    'what handlers return: `{ statusCode, headers, body: JSON.stringify(…) }`, also through functions of the service and `middy`',
  ],
  gaps: [
    'functions that CDK, Terraform or serverless.ts describe; events and handlers that are variables of the template',
    'authorizers, mapping templates and what API Gateway itself answers',
  ],
  signals: (text) => LAMBDA.test(text),
};
