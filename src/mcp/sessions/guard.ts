import { spawn } from 'node:child_process';

/** Process groups that have not ended yet. */
const running = new Set<number>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends this group with this process, however it ends: normally, by an uncaught error, by Ctrl-C or a signal. (When this
 * process is killed, the server sees the end of its input.)
 */
export function guard(group: number): void {
  if (running.size === 0) watch('on');
  running.add(group);
}

export function release(group: number): void {
  running.delete(group);
  if (running.size === 0) watch('off');
}

/** Sends a signal to all processes of a group, if any. On Windows it ends the tree, whatever the signal. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') {
      spawn('taskkill', ['/pid', String(group), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
    } else {
      process.kill(-group, signal);
    }
  } catch {
    // It has ended.
  }
}

function watch(how: 'on' | 'off'): void {
  process[how]('exit', endAll);
  for (const signal of SIGNALS) process[how](signal, onSignal);
}

function endAll(): void {
  for (const group of running) signalGroup(group, 'SIGKILL');
}

/** A listener prevents the default of a signal: without other listeners, it is sent again after ours is removed. */
function onSignal(signal: NodeJS.Signals): void {
  endAll();
  if (process.listenerCount(signal) > 1) return;
  watch('off');
  process.kill(process.pid, signal);
}
