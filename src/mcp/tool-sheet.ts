import { toJSONSchema } from 'zod';
import { toolName } from '../journal/entry.js';
import { delayBefore, retriesOf } from './clients/limits.js';
import { schemaText } from './schema-text.js';
import type { Tool, Toolset } from './tool.js';

/**
 * The spec sheet of a tool, in Markdown, with the fields of spec 001, D1.
 *
 * @param engine who answers it, in words
 */
export function toolSheet({ id }: Toolset, name: string, tool: Tool, engine: string): string {
  const { purpose, output, example, failures, fallback, readOnly, idempotent } = tool;
  const parameters = parametersOf(tool);
  const call = parameters.map(({ name: parameter, type, isOptional }) => `${parameter}${isOptional ? '?' : ''}: ${type}`);
  return [
    `# ${toolName(id, name)}`,
    '',
    purpose,
    '',
    `**Call:** ${code(`${toolName(id, name)}(${call.join(', ')})`)}`,
    '',
    `**Answered by:** ${engine}`,
    '',
    '## Parameters',
    '',
    ...(parameters.length === 0 ? ['None.'] : parameterTable(parameters)),
    '',
    ...(example === undefined ? [] : ['Example:', '', '```json', JSON.stringify(example, undefined, 2), '```', '']),
    '## Output',
    '',
    '```typescript',
    schemaText(toJSONSchema(output, { io: 'output' })),
    '```',
    '',
    ...fieldNotes(toJSONSchema(output, { io: 'output' })),
    '## When it fails',
    '',
    ...['It cannot be reached, does not answer in time, or answers with something else than the above.', ...failures].map(
      (failure) => `- ${failure}`,
    ),
    '',
    `A client then gives ${code(JSON.stringify(tool.unanswered))}, with the failure beside it.`,
    '',
    `**Fallback:** ${fallback}`,
    '',
    `**Timeout:** ${timeoutText(tool)}`,
    '',
    `**Retries:** ${retriesText(tool)}`,
    '',
    `**Notes:** ${readOnly ? 'changes nothing' : 'changes what is stored'}; ${idempotent ? 'asking twice does no more than asking once' : 'asking twice does it twice'}.`,
    '',
  ].join('\n');
}

/** A parameter in the documentation. */
export interface ParameterRow {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly byDefault: string;
  readonly description: string;
}

/** The parameters in the order of the declaration. */
export function parametersOf({ input }: Tool): readonly ParameterRow[] {
  const { properties = {}, required = [] } = toJSONSchema(input, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => {
    const given = typeof schema === 'boolean' ? {} : schema;
    return {
      name,
      type: schemaText(schema),
      isOptional: !required.includes(name),
      byDefault: given.default === undefined ? '' : code(JSON.stringify(given.default)),
      description: given.description ?? '',
    };
  });
}

function parameterTable(rows: readonly ParameterRow[]): readonly string[] {
  const cells = rows.map(({ name, type, isOptional, byDefault, description }) => [
    code(name),
    code(type),
    isOptional ? byDefault || 'may be left out' : 'required',
    description,
  ]);
  const lines = cells.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return ['| parameter | type | default | |', '|---|---|---|---|', ...lines];
}

/** Descriptions of an answer's fields, by path. */
function fieldNotes(schema: unknown): readonly string[] {
  const notes = notesOf(schema, '').map(([path, description]) => `- ${code(path)}: ${description}`);
  return notes.length === 0 ? [] : [...notes, ''];
}

function notesOf(schema: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    description,
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    readonly description?: string;
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly items?: unknown;
    readonly anyOf?: readonly unknown[];
  };
  return [
    ...(description === undefined || path === '' ? [] : [[path, description] as const]),
    ...Object.entries(properties).flatMap(([name, inner]) => notesOf(inner, path === '' ? name : `${path}.${name}`)),
    ...notesOf(items, `${path}[]`),
    ...anyOf.flatMap((option) => notesOf(option, path)),
  ];
}

function timeoutText({ timeoutMs, slowIsFinal }: Tool): string {
  const own = timeoutMs === undefined ? '60 s, or `tool_timeout_ms` of its settings' : seconds(timeoutMs);
  return `${own}; \`TOOL_TIMEOUT_MS\` overrides it${slowIsFinal === true ? '. What took longer is not asked again' : ''}.`;
}

function retriesText(tool: Tool): string {
  const retries = retriesOf(tool, {});
  const delays = Array.from({ length: retries }, (_, index) => seconds(delayBefore(tool, index + 1)));
  return `${retries}, on transient errors, after ${delays.join(', ')}; \`TOOL_MAX_RETRIES\` overrides it.`;
}

const seconds = (millis: number): string => `${millis / 1_000} s`;

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
