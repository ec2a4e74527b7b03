/** Processes as Linux shows them; elsewhere nothing is seen. */
import { readdirSync, readFileSync } from 'node:fs';

const LOOK_MS = 50;
const MOST_LOOKS = 20;

/** @typedef {{ pid: number, parent: number, command: string, environment: string }} Process */

/** @returns {Process[]} */
function processes() {
  return listed().flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      return [{ pid, parent, command, environment }];
    } catch {
      // It has ended, or it is not ours to look at.
      return [];
    }
  });
}

/** @returns {number[]} */
function listed() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * What was started in a folder and runs still.
 *
 * @param {string} folder
 * @returns {string[]} their commands
 */
export function leftIn(folder) {
  const own = processes().filter(
    ({ pid, command, environment }) => pid !== process.pid && `${command}\n${environment}`.includes(folder),
  );
  return own.map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`);
}

/** Kills the `claude` that works in a folder. @param {string} folder */
export function killSession(folder) {
  for (const { pid, command, environment } of processes()) {
    if (/^\S*\bclaude\b.* -p/.test(command) && environment.includes(folder)) process.kill(pid, 'SIGKILL');
  }
}

/**
 * Watches all that a process starts, for a text that must not be among its arguments and variables.
 *
 * @param {number} root
 * @param {string} text
 */
export function watchProcesses(root, text) {
  /** @type {Map<number, string>} */
  const seen = new Map();
  /** @type {Set<string>} */
  const holders = new Set();
  /** @type {Map<number, number>} */
  const copies = new Map();
  const look = () => {
    const all = processes();
    const below = new Set([root]);
    for (let grown = true; grown; ) {
      const more = all.filter(({ pid, parent }) => below.has(parent) && !below.has(pid));
      for (const { pid } of more) below.add(pid);
      grown = more.length > 0;
    }
    const own = all.find(({ pid }) => pid === root)?.command;
    for (const { pid, command, environment } of all) {
      if (pid === root || !below.has(pid)) continue;
      seen.set(pid, command);
      if (!`${command}\n${environment}`.includes(text)) continue;
      // Before it becomes what is started, a process is for a moment a copy of the one that starts it.
      const looks = (copies.get(pid) ?? 0) + 1;
      copies.set(pid, looks);
      if (command !== own || looks > MOST_LOOKS) holders.add(command.slice(0, 200));
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    /** @returns {{ started: string[], holders: string[] }} commands of all that was started, and of those that were given the text */
    end: () => {
      clearInterval(timer);
      return { started: [...seen.values()], holders: [...holders] };
    },
  };
}
