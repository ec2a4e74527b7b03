import type { OpenedContract } from '../../../../contracts/open.js';
import { CallError } from '../../../call-failure.js';
import type { SpecProblem } from '../document-text.js';
import { isJson } from '../responses/choose-answer.js';
import { dialectOf, expectedAnswers } from '../responses/expected-response.js';
import { type WrittenSchema, writeSchema } from '../responses/schema-writer.js';
import { type Validator, validators } from '../responses/validator.js';
import { violationsOf } from '../responses/violations.js';
import { pointerTo } from './visited.js';

/** Examples of responses that contradict their own schema. */
export async function examplesThatDiffer({ contract, root, reader }: OpenedContract): Promise<readonly SpecProblem[]> {
  if (root === undefined || contract.kind !== 'openapi') return [];
  const dialect = dialectOf(root);
  const compile = await validators();
  return contract.operations.flatMap(({ subject, method }) => {
    const path = pointerTo('paths', subject.slice(method.length + 1), method.toLowerCase(), 'responses');
    return expectedAnswers(root, reader, subject, dialect).flatMap(({ status, bodies }) =>
      bodies.flatMap(({ mediaType, schema, examples }) => {
        if (schema === undefined || !isJson(mediaType)) return [];
        const written = writeSchema(schema, reader, dialect);
        const shown = [...examples, ...ownExamples(written)];
        if (shown.length === 0) return [];
        try {
          return differing(shown, compile(written), written, `${path}/${status}`);
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          return [{ path: `${path}/${status}`, message: `The example cannot be compared with its schema. ${error.message}` }];
        }
      }),
    );
  });
}

const ownExamples = ({ schema }: WrittenSchema): readonly unknown[] => {
  const examples = typeof schema === 'boolean' ? undefined : schema.examples;
  return Array.isArray(examples) ? examples : [];
};

function differing(
  examples: readonly unknown[],
  validate: Validator,
  { defs }: WrittenSchema,
  path: string,
): readonly SpecProblem[] {
  return examples.flatMap((example) => {
    const [first] = violationsOf(validate(example), example, defs);
    if (first === undefined) return [];
    const where = first.field === '' ? 'the body' : `\`${first.field}\``;
    const message = `The example does not fit its schema: ${where} is ${first.actual}, where ${first.expected} is promised.`;
    return [{ path, message }];
  });
}
