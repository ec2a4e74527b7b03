import type { Requirements } from '../../../contracts/requirements/requirements.js';
import type { ServiceRow } from '../../../contracts/requirements/service-table.js';
import { describeShape } from '../../../model/shape-text.js';
import type { OutputOf } from '../../tool.js';
import type { architect } from '../../toolsets/architect.js';
import { columnOf } from './named-services.js';
import { bare } from './outline.js';

type Model = OutputOf<typeof architect.tools.decompose>['models'][number];

const DATACLASS = /^(?:dataclass|model|entity|record|interface|type|class|dto)s? with (?:the )?fields?\b/i;
const NAME = /^[A-Za-z_]\w{0,80}$/;
const OPTIONAL = /\?|optional|\bnone\b|\bnull\b/i;
const NO = /^(?:no|false|n|optional|-|–|—|)$/i;
const KIND = /\b(?:model|entity|table|schema|fields|dto)\b/gi;

/**
 * The models that a document describes: types in a table of services, tables of fields (named by the heading above), and
 * requirements such as `Book` model with fields: `id: int`.
 */
export function namedModels({ tables, requirements }: Requirements, rows: readonly ServiceRow[]): Model[] {
  const found = new Map<string, Model>();
  const add = (name: string, fields: Model['fields']): void => {
    if (name !== '' && fields.length > 0 && !found.has(name)) found.set(name, { name, fields });
  };
  for (const { request, response } of rows) {
    for (const { name, shape } of [response, request]) {
      if (name === undefined || shape?.kind !== 'object') continue;
      add(
        name,
        shape.fields.map((field) => ({
          name: field.name,
          type: describeShape(field.shape, new Map()),
          required: field.required,
        })),
      );
    }
  }
  for (const table of tables) {
    const [name, type, required] = [
      columnOf(table, ['field', 'property', 'attribute']),
      columnOf(table, ['type']),
      requiredOf(table),
    ];
    if (name === -1 || type === -1) continue;
    const fields = table.rows.map(({ cells }) => ({
      name: bare(cells[name] ?? '').replace(/\?$/, ''),
      type: bare(cells[type] ?? ''),
      required: required === -1 ? !OPTIONAL.test(`${cells[name]} ${cells[type]}`) : !NO.test(bare(cells[required] ?? '')),
    }));
    add(
      bare(table.section.replace(KIND, '')).replace(/^[\d. \t]+/, ''),
      fields.filter((field) => field.name !== ''),
    );
  }
  for (const { text } of requirements) {
    // Odd parts were between backticks.
    const parts = text.split('`');
    const at = parts.findIndex((part, index) => index % 2 === 0 && DATACLASS.test(part.trim()));
    if (at > 0) add(parts[at - 1] ?? '', parts.filter((_, index) => index > at && index % 2 === 1).flatMap(fieldOf));
  }
  return [...found.values()];
}

function requiredOf({ head }: Requirements['tables'][number]): number {
  return head.findIndex((title) => /^(?:required|mandatory)\??$/i.test(bare(title)));
}

function fieldOf(text: string): Model['fields'] {
  const [label = '', type] = cutAt(text, ':');
  if (type === undefined) return [];
  const name = label.trim().replace(/\?$/, '');
  if (!NAME.test(name)) return [];
  const [written = '', value] = cutAt(type, '=');
  const isOptional = label.trim().endsWith('?') || value !== undefined || OPTIONAL.test(written);
  return [{ name, type: written.trim(), required: !isOptional }];
}

/** Splits a text at the first occurrence of a sign; without one the second part is absent. */
function cutAt(text: string, sign: string): readonly string[] {
  const at = text.indexOf(sign);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + sign.length)];
}
