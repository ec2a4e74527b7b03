/** A schema that also allows null: `nullable` of OpenAPI 3.0. */
export function orNull(written: Record<string, unknown>): Readonly<Record<string, unknown>> {
  const { type, enum: values } = written;
  const isPlain = !['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'const'].some((word) => word in written);
  if (!isPlain || type === undefined) return { if: { type: 'null' }, else: written };
  const types = Array.isArray(type) ? type : [type];
  return {
    ...written,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}
