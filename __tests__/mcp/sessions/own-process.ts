import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';
import { folderOf } from '../../temporary-folder.js';

const ROOT = join(import.meta.dirname, '../../..');
/** All that sessions and clients are made of. */
const PARTS = ['src/model', 'src/journal', 'src/mcp', 'src/mcp/sessions', 'src/mcp/clients', 'src/mcp/toolsets'];

/**
 * A folder with the sources of sessions and clients as JavaScript, so that a process of its own can use them: how a process ends
 * cannot be tried in the one that tests.
 */
export function compiledSessions(): string {
  return compiledParts(PARTS);
}

/** The same of other folders: what stands in each of them, not below. */
export function compiledParts(parts: readonly string[]): string {
  const folder = folderOf({ 'package.json': '{"type":"module"}' });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const part of parts) {
    for (const name of readdirSync(join(ROOT, part)).filter((entry) => entry.endsWith('.ts'))) {
      const { code } = transformSync(readFileSync(join(ROOT, part, name), 'utf8'), {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      });
      const path = join(folder, part, name.replace(/ts$/, 'js'));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, code);
    }
  }
  return folder;
}

/** A running program, and how it goes on. */
export interface Program {
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Resolves when it has printed this line. */
  readonly printed: (line: string) => Promise<void>;
  /** What it printed, and how it ended. */
  readonly ended: Promise<Ending>;
}

interface Ending {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts a program in a folder. */
export function startProgram(folder: string, source: string, args: readonly string[] = []): Program {
  const path = join(folder, 'program.mjs');
  writeFileSync(path, source);
  const child = spawn(process.execPath, ['--expose-gc', path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const waiting = new Set<() => void>();
  child.stdout.on('data', (chunk) => {
    output += chunk;
    for (const look of waiting) look();
  });
  return {
    kill: (signal) => child.kill(signal),
    printed: (line) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (output.split('\n').includes(line)) resolve();
        };
        waiting.add(look);
        look();
      }),
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve({ output, errors, code, signal }))),
  };
}
