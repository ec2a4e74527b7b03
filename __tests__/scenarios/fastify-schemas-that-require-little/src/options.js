const owner = { type: 'object', properties: { name: { type: 'string' } } };
const item = { type: 'object', properties: { id: { type: 'integer' }, note: { type: 'string' }, owner } };

exports.options = { schema: { response: { 200: item } } };
exports.list = { schema: { response: { 200: { type: 'array', items: item } } } };
