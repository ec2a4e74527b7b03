import { openText } from '../../../contracts/open.js';
import { exactOf } from '../../../contracts/registry/exact-json.js';
import { exactJson } from '../../../contracts/registry/python-json.js';
import { specHash } from '../../../contracts/registry/spec-hash.js';
import { codeOf } from '../../../model/printable.js';
import { UserError } from '../../../model/user-error.js';
import { CallError } from '../../call-failure.js';
import type { StoredContract } from './database.js';
import { documentText, problemOf } from './document-text.js';

/** A contract to store. */
export interface NewContract {
  readonly service_name: string;
  readonly type: string;
  readonly version: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly contract_id?: string | undefined;
}

/** The tool's names of contract kinds. */
export const TYPE_OF_KIND: Readonly<Record<string, string>> = {
  openapi: 'openapi',
  asyncapi: 'asyncapi',
  'json-schema': 'json_schema',
  'service-table': 'service_table',
};

const LONGEST_ID = 200;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * A contract with its document as JSON, ready to be stored.
 *
 * @throws CallError `tool-error` for an invalid document, `bad-input` for an invalid id
 */
export function newContract(given: NewContract): { readonly stored: StoredContract; readonly spec: string } {
  const document = documentText(given.spec);
  const title = titleOf(document.text, given, (error) => problemOf(error, document, NAME));
  const spec = exactOf(given.spec);
  const id = given.contract_id ?? idOf(given, title);
  if (id.length > LONGEST_ID || UNPRINTABLE.test(id))
    throw new CallError('bad-input', `${id.slice(0, LONGEST_ID).replace(/\p{C}/gu, codeOf)} cannot be the id of a contract.`);
  return {
    spec: exactJson(spec),
    stored: {
      id,
      type: given.type,
      version: given.version,
      service: given.service_name,
      hash: specHash(spec),
      status: 'active',
      evidence: '',
      parts: '',
      from: 'tool',
    },
  };
}

/** The file name of a received document in messages. */
export const NAME = 'document.json';

function titleOf(text: string, { type }: NewContract, describe: (error: UserError) => { path: string; message: string }): string {
  try {
    const { contract } = openText(text, NAME);
    if (TYPE_OF_KIND[contract.kind] === type) return contract.title;
    throw new CallError('tool-error', `The document is no ${type}, but ${TYPE_OF_KIND[contract.kind]}: nothing was stored.`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new CallError('tool-error', `Nothing was stored: ${describe(error).message}`, { cause: error });
  }
}

/** A service has one document of a kind, but many models. */
function idOf({ service_name, type }: NewContract, title: string): string {
  const words = type === 'json_schema' ? [service_name, type, title] : [service_name, type];
  return words
    .map((word) =>
      word
        .split(/[^\p{L}\p{N}._]/u)
        .filter(Boolean)
        .join('-'),
    )
    .filter(Boolean)
    .join('-')
    .slice(0, LONGEST_ID);
}
