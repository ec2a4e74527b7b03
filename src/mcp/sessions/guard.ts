import { spawn } from 'node:child_process';

/** Process groups that were started and did not end yet. */
const running = new Set<number>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends this group with this process, however it ends: by itself, by an error that nobody caught, by Ctrl-C or a signal. (When this
 * process is killed outright, a server learns of it by the end of its input.)
 */
export function guard(group: number): void {
  if (running.size === 0) watch('on');
  running.add(group);
}

/** The group ended. */
export function release(group: number): void {
  running.delete(group);
  if (running.size === 0) watch('off');
}

/** Sends a signal to all processes of a group; there may be none any more. On Windows the tree is ended, whatever the signal. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') {
      spawn('taskkill', ['/pid', String(group), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
    } else {
      process.kill(-group, signal);
    }
  } catch {
    // It is gone.
  }
}

function watch(how: 'on' | 'off'): void {
  process[how]('exit', endAll);
  for (const signal of SIGNALS) process[how](signal, onSignal);
}

function endAll(): void {
  for (const group of running) signalGroup(group, 'SIGKILL');
}

/** A listener takes away that the signal ends the process: where nobody else listens, it is sent again without us. */
function onSignal(signal: NodeJS.Signals): void {
  endAll();
  if (process.listenerCount(signal) > 1) return;
  watch('off');
  process.kill(process.pid, signal);
}
