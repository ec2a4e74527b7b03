import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Time for processes to end after a request. `claude` ends its commands first. */
const PATIENCE_MS = 3_000;

/** A flag in `/proc/PID/stat` (the kernel's `PF_KTHREAD`): such a process never has an environment. */
const KERNEL_THREAD = 0x00200000;

/**
 * The program of the keeper. `+ PID MARK` registers a group; `- PID` ends that group and its descendants, and answers `PID`.
 * When its input closes it ends all registered groups, so nothing survives even SIGKILL of this process.
 *
 * Commands of `claude` run in sessions of their own. They are found as descendants, and by the mark in their environment
 * (Linux), even when their parents have ended. A process during exec briefly has no environment: the list is read again until
 * it has.
 */
const PROGRAM = `'use strict';
const fs = require('node:fs');
const { execFileSync } = require('node:child_process');
const kept = new Map();
const send = (pid, signal) => { try { process.kill(pid, signal); return true; } catch { return false; } };
const linux = () => fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).flatMap((name) => {
  try {
    const stat = fs.readFileSync('/proc/' + name + '/stat', 'latin1');
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (rest[0] === 'Z') return [];
    let environment = '';
    let shown = false;
    try { environment = fs.readFileSync('/proc/' + name + '/environ', 'latin1'); shown = true; } catch {}
    return [{ pid: +name, parent: +rest[1], environment, since: rest[19], bare: shown && environment === '' && !(+rest[6] & ${KERNEL_THREAD}) }];
  } catch { return []; }
});
const others = () => execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\\n').map((line) => {
  const [pid, parent] = line.trim().split(' ').filter(Boolean).map(Number);
  return { pid, parent, environment: '', since: '' };
}).filter(({ pid }) => pid > 0);
const all = () => { try { return process.platform === 'linux' ? linux() : others(); } catch { return []; } };
const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
const own = all().find(({ pid }) => pid === process.pid)?.since ?? '0';
const bareOnes = new Set();
const settled = async () => {
  let list = all();
  const changing = () => list.filter(({ bare, pid, since }) => bare && +since >= +own && !bareOnes.has(pid + ' ' + since));
  for (let round = 0; changing().length > 0 && round < 50; round += 1) { await pause(10); list = all(); }
  for (const { pid, since } of changing()) bareOnes.add(pid + ' ' + since);
  return list;
};
const familyOf = async (pid, mark, known) => {
  const list = await settled();
  const found = new Map();
  const add = (each) => { if (!found.has(each.pid)) { found.set(each.pid, each.since); for (const child of list) if (child.parent === each.pid) add(child); } };
  for (const each of list) if (each.pid === pid || each.environment.includes(mark) || (known.has(each.pid) && known.get(each.pid) === each.since)) add(each);
  found.delete(process.pid);
  return found;
};
const end = async (pid) => {
  const mark = kept.get(pid);
  if (mark === undefined) return;
  let family = await familyOf(pid, mark, new Map());
  const until = Date.now() + ${PATIENCE_MS};
  send(-pid, 'SIGTERM');
  for (const each of family.keys()) if (each !== pid) send(each, 'SIGTERM');
  while (family.size > 0 && Date.now() < until) { await pause(50); family = await familyOf(pid, mark, family); }
  for (let round = 0; family.size > 0 && round < 20; round += 1) {
    send(-pid, 'SIGKILL');
    for (const each of family.keys()) send(each, 'SIGKILL');
    await pause(20);
    family = await familyOf(pid, mark, family);
  }
  kept.delete(pid);
};
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const [what, pid, mark] = line.split(' ');
    if (what === '+') kept.set(+pid, mark);
    else void end(+pid).then(() => process.stdout.write(pid + '\\n'));
  }
});
process.stdin.on('end', async () => { await Promise.all([...kept.keys()].map(end)); process.exit(0); });
process.stdout.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
`;

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Ends process groups, even after this process has ended. One per process; POSIX only. */
class Keeper {
  readonly #child: Child;
  readonly #waiting = new Map<number, () => void>();
  readonly #ending = new Map<number, Promise<void>>();
  #gone = false;

  constructor() {
    this.#child = spawn(process.execPath, ['-e', PROGRAM], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '' },
      cwd: '/',
      // Ctrl-C and the end of the terminal must not reach it.
      detached: true,
    });
    const lost = (): void => {
      this.#gone = true;
      for (const done of this.#waiting.values()) done();
    };
    this.#child.once('error', lost).once('exit', lost);
    this.#child.stdin.on('error', lost);
    let rest = '';
    this.#child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#waiting.get(Number(line))?.();
    });
    // It waits for this process, not the reverse.
    this.#child.unref();
    for (const stream of [this.#child.stdin, this.#child.stdout]) letGo(stream);
  }

  get gone(): boolean {
    return this.#gone;
  }

  keep(group: number, mark: string): void {
    this.#child.stdin.write(`+ ${group} ${mark}\n`);
  }

  end(group: number): Promise<void> {
    const ending = this.#ending.get(group) ?? this.#end(group).finally(() => this.#ending.delete(group));
    this.#ending.set(group, ending);
    return ending;
  }

  async #end(group: number): Promise<void> {
    // A pending call keeps this process alive.
    const alive = setInterval(() => undefined, 1_000);
    await new Promise<void>((resolve) => {
      this.#waiting.set(group, resolve);
      if (this.#gone) resolve();
      else this.#child.stdin.write(`- ${group}\n`);
    });
    clearInterval(alive);
    this.#waiting.delete(group);
    if (this.#gone) killGroup(group);
  }
}

/** Pipes of a child are sockets, which the types do not declare. */
function letGo(stream: object): void {
  if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
}

let keeper: Keeper | undefined;

/**
 * Ends this group with this process, however that ends.
 *
 * @param mark in the environment of the group's processes alone
 */
export function keepGroup(group: number, mark: string): void {
  if (keeper === undefined || keeper.gone) keeper = new Keeper();
  keeper.keep(group, mark);
}

/** Ends a group and its descendants: by request, then by force. Resolves when none is left. */
export async function endGroup(group: number): Promise<void> {
  await keeper?.end(group);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
