/** A build by the command line, with the real `claude` and a scripted model. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { startModel } from './model.js';
import { killSession, watchProcesses } from './processes.js';

/** The key of the scripted model; it must be found nowhere that anything is written to. */
export const CANARY = 'sk-ant-canary-5e1f70c2';

/**
 * @typedef {{ code: number | null, signal: string | null, stdout: string, stderr: string, seconds: number, started: string[], holders: string[] }} Built
 *   `started`: commands of all that was started, as far as it was seen
 *   `holders`: what was started with the key among its arguments or variables
 */

/** A place for one scenario: a workspace, a home folder, and the model that answers. */
export class Place {
  /** @param {import('./scenario.js').Scenario} scenario @param {string} claude the folder that `claude` lies in */
  static async make(scenario, claude) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-build-')));
    const workspace = join(root, 'greetings');
    cpSync(join(import.meta.dirname, 'workspace'), workspace, { recursive: true });
    const express = join(workspace, 'node_modules', 'express');
    mkdirSync(express, { recursive: true });
    cpSync(join(import.meta.dirname, 'express.cjs'), join(express, 'index.js'));
    writeFileSync(join(express, 'package.json'), '{ "name": "express", "version": "4.21.0", "main": "index.js" }\n');
    if (scenario.config !== undefined) writeFileSync(join(workspace, '.tallystick.yml'), stringify(scenario.config));
    for (const folder of ['home', 'tmp']) mkdirSync(join(root, folder));
    /** @type {{ call: (call: import('./model.js').Call) => void }} */
    const on = { call: () => {} };
    const model = await startModel(scenario, workspace, { onKill: () => killSession(root), onCall: (call) => on.call(call) });
    return new Place(root, scenario, claude, model, on);
  }

  /**
   * @param {string} root
   * @param {import('./scenario.js').Scenario} scenario
   * @param {string} claude
   * @param {Awaited<ReturnType<typeof startModel>>} model
   * @param {{ call: (call: import('./model.js').Call) => void }} on told of each message that is asked for
   */
  constructor(root, scenario, claude, model, on) {
    this.root = root;
    this.workspace = join(root, 'greetings');
    this.scenario = scenario;
    this.model = model;
    this.on = on;
    /** @type {Record<string, string>} */
    this.env = {
      HOME: join(root, 'home'),
      USERPROFILE: join(root, 'home'),
      // All that is written lies where it is looked through.
      ...Object.fromEntries(['TMPDIR', 'TEMP', 'TMP'].map((name) => [name, join(root, 'tmp')])),
      PATH: [claude, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: CANARY,
      LANG: 'en_US.UTF-8',
      ...scenario.env,
    };
  }

  /**
   * Builds.
   *
   * @param {string} cli the compiled command line
   * @param {readonly string[]} args
   * @param {(child: import('node:child_process').ChildProcess) => void} onStart
   * @returns {Promise<Built>}
   */
  async build(cli, args = this.scenario.args ?? [], onStart = () => {}) {
    const began = performance.now();
    const child = spawn(process.execPath, [cli, 'build', ...args], {
      cwd: this.workspace,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = [texts(child.stdout), texts(child.stderr)];
    const watched = watchProcesses(child.pid ?? 0, CANARY);
    onStart(child);
    const [code, signal] = await new Promise((resolve) => child.once('close', (...ended) => resolve(ended)));
    const { started, holders } = watched.end();
    return { code, signal, stdout: out(), stderr: err(), seconds: (performance.now() - began) / 1000, started, holders };
  }

  /** @param {string} path */
  file(path) {
    return readFileSync(join(this.workspace, path), 'utf8');
  }

  /** @param {string} path */
  has(path) {
    return existsSync(join(this.workspace, path));
  }

  /** @returns {Record<string, any>} */
  state() {
    return JSON.parse(this.file('.tallystick/STATE.json'));
  }

  /** @returns {Record<string, any>[]} */
  events() {
    const lines = this.file('.tallystick/build/events.ndjson').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  }

  async remove() {
    await this.model.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** @param {import('node:stream').Readable} stream */
function texts(stream) {
  /** @type {Buffer[]} */
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
