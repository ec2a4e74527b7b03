const S = require('fluent-json-schema');

const item = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    kind: { type: 'string', default: 'plain' },
    level: { $ref: 'level#' },
    note: { type: 'string' },
  },
};
const fluentItem = S.object()
  .prop('id', S.integer())
  .prop('kind', S.string().default('plain'))
  .prop('level', S.string())
  .default('low')
  .prop('note', S.string());

exports.options = { schema: { response: { 200: item } } };
exports.fluent = { schema: { response: { 200: fluentItem } } };
