import { ts } from 'ts-morph';
import { propertyOf } from '../../decorators.js';
import { bodyOf, statusValue } from '../../sends/result-forms.js';
import type { ResultForm } from '../../source.js';

/** Handlers of ts-rest return `{ status, body }` and nothing else: https://ts-rest.com/docs/express */
export const tsRestForm: ResultForm = {
  shown: /["']@ts-rest\//,
  evident: /\bstatus\s{0,9}:/,
  members: /^res$/,
  reads: /^$/,
  sets: () => undefined,
  made: ({ source, node }) => {
    if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return undefined;
    const status = propertyOf(node, 'status');
    return status && bodyOf(source, statusValue(source, status), propertyOf(node, 'body'), 'application/json');
  },
  responsesOnly: true,
};
