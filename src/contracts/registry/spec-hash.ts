import { createHash } from 'node:crypto';
import { type ExactJson, parseExactJson } from './exact-json.js';
import { parseExactYaml } from './exact-yaml.js';
import { pythonJson } from './python-json.js';

/** Parses the document of a contract, YAML or JSON, and preserves the notation of numbers. `undefined`: it is neither. */
export function readSpec(text: string): ExactJson | undefined {
  return parseExactJson(text) ?? parseExactYaml(text);
}

/** SHA-256, in hex, of what Python's `json.dumps(spec, sort_keys=True)` writes: the Contract Engine's `spec_hash`. */
export function specHash(spec: ExactJson): string {
  return createHash('sha256').update(pythonJson(spec)).digest('hex');
}
