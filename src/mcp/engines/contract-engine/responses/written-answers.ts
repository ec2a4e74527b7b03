import type { Operation } from '../../../../contracts/contract.js';
import type { OpenedContract } from '../../../../contracts/open.js';
import { dialectOf, type ExpectedAnswer, expectedAnswers } from './expected-response.js';
import { type WrittenSchema, writeSchema } from './schema-writer.js';
import { writeShape } from './shape-schema.js';

/** An operation's answer with one status, its schemas for validators. */
export interface WrittenAnswer {
  /** As the contract writes it: `200`, `2XX`, `default`. */
  readonly status: string;
  /** None: no body. Without `written` the contract does not describe it. */
  readonly bodies: readonly { readonly mediaType: string; readonly written: WrittenSchema | undefined }[];
}

/** The answers of one operation of a contract. @throws UserError when it is broken there */
export function writtenAnswers({ contract, root, reader }: OpenedContract, operation: Operation): readonly WrittenAnswer[] {
  if (root !== undefined) {
    const dialect = dialectOf(root);
    return expectedAnswers(root, reader, operation.subject, dialect).map(({ status, bodies }: ExpectedAnswer) => ({
      status,
      bodies: bodies.map(({ mediaType, schema }) => ({ mediaType, written: schema && writeSchema(schema, reader, dialect) })),
    }));
  }
  const statuses = [...new Set(operation.responses.map(({ status }) => status))];
  return statuses.map((status) => ({
    status,
    bodies: operation.responses.flatMap(({ status: own, mediaType, shape }) =>
      own !== status || mediaType === undefined ? [] : [{ mediaType, written: shape && writeShape(shape, contract) }],
    ),
  }));
}
