import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { inputSchema } from '../../src/github/input-schema.js';
import { oldInputs } from '../../src/github/old-inputs.js';
import { hasOwnAction, inputsOf } from '../../src/github/surface.js';
import { FOLDERS } from '../action/folders.js';
import { root } from './source-files.js';

interface ActionFile {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly required: boolean; readonly default?: string }>
  >;
  readonly runs: { readonly using: string; readonly main: string };
}

const actionFile = (folder: string) => parse(readFileSync(join(root, folder, 'action.yml'), 'utf8')) as ActionFile;
const modes = inputSchema.shape.mode.unwrap().options;
const actions = ['', ...modes.filter(hasOwnAction)].map((folder) => ({ folder, action: actionFile(folder) }));
const NEEDED = ['shard', 'sheets', 'result', 'patch'];

test('each mode but those of the main action is an action in a folder of its name', () => {
  expect(actions.slice(1).map(({ folder }) => folder)).toEqual([...FOLDERS]);
});

test('a person can hold the main action: at most 20 inputs', () => {
  expect(Object.keys(actionFile('').inputs).length).toBeLessThanOrEqual(20);
});

test.each(actions)('"$folder" has the inputs that its mode takes, with the defaults of the program', ({ folder, action }) => {
  const [mode] = modes.filter((name) => name === folder);
  const taken = mode === undefined ? ['mode', ...inputsOf('scan'), ...inputsOf('validate')] : inputsOf(mode);
  expect(Object.keys(action.inputs).sort()).toEqual([...new Set(taken)].sort());
  expect(Object.keys(action.inputs).filter((name) => name in oldInputs)).toEqual([]);
  for (const [name, { description, required, default: initial }] of Object.entries(action.inputs)) {
    expect(description).not.toBe('');
    expect({ name, required }).toEqual({ name, required: NEEDED.includes(name) && !(folder === 'apply' && name === 'result') });
    if (name === 'token') expect(initial).toMatch(/^\$\{\{ github\.token \}\}$/);
    else {
      const schema = inputSchema.shape[name as keyof typeof inputSchema.shape];
      expect({ name, value: schema.parse(initial) }).toEqual({ name, value: schema.parse(undefined) });
    }
  }
});

test.each(actions)('"$folder" runs on Node 24 from the committed bundle', ({ folder, action }) => {
  expect(action.runs).toEqual({ using: 'node24', main: folder === '' ? 'dist/action.js' : 'index.js' });
});
