import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

/** The schema that OASIS publishes. It is of draft 4, but uses nothing that draft 7 reads otherwise. */
export function oasisSchema() {
  const {
    id: _id,
    $schema: _schema,
    ...schema
  } = JSON.parse(readFileSync('__tests__/reports/schemas/sarif-schema-2.1.0.json', 'utf8'));
  const relative = /^(?:[\w.~!$&'()*+,;=@/-]|%[\dA-F]{2})+$/;
  const formats = { uri: (text: string) => URL.canParse(text), 'uri-reference': relative, 'date-time': true } as const;
  return new Ajv({ strict: false, allErrors: true, formats }).compile(schema);
}
