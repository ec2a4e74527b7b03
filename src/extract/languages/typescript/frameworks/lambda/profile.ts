import { nameOf } from '../../../../conventions.js';
import type { Profile } from '../../../../extractor.js';

/** Templates that declare which function answers which request. */
export const TEMPLATES: readonly string[] = [
  'serverless.yml',
  'serverless.yaml',
  'template.yml',
  'template.yaml',
  'sam.yml',
  'sam.yaml',
];

export const isTemplate = (path: string): boolean => TEMPLATES.includes(nameOf(path));

/** A file mentions API Gateway events, or creates a result in their form. */
const LAMBDA = /aws-lambda|\bAPIGateway|\bstatusCode\b|@middy\/core|\bserverless-(?:http|express|koa|fastify)\b/;

/** What every file is asked for AWS Lambda. */
export const lambdaProfile: Profile = {
  id: 'typescript/lambda',
  title: 'AWS Lambda',
  signals: (text) => LAMBDA.test(text),
};
