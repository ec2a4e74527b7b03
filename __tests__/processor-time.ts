import { expect } from '@jest/globals';

/** Milliseconds that {@link yardstick} takes on a quiet machine with two cores of 2024. */
const QUIET = 60;

/** Below this, in milliseconds, nothing needs a second look. */
const SURELY_QUICK = 200;

/** Fixed work of the same kinds as a scan's: making texts, searching them, maps and sorting. */
function yardstick(): number {
  const start = process.cpuUsage();
  const names = new Map<string, number>();
  for (let index = 0; index < 60_000; index++) names.set(`name-${(index * 7919) % 60_000}`, index);
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name]) => name);
  const found = sorted.join('\n').match(/-(?:\d*)7\b/g)?.length ?? 0;
  if (found !== 6_000) throw new Error(`The yardstick found ${found}.`);
  return process.cpuUsage(start).user / 1000;
}

/** How often something is tried that seems slow: what disturbs a machine lasts shorter than all of them. */
const ATTEMPTS = 8;

/**
 * Milliseconds of the processor that something takes in this process, as a quiet machine would have it: on a busy one, caches and
 * shared cores make the same work cost more, and so the yardstick, which is measured before and after it. What is not below `enough`
 * is tried again, and the least counts: collecting the garbage of earlier tests in this process is part of what is measured, and so
 * is what a virtual machine loses to its neighbours.
 */
export async function processorMillis(run: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least >= enough; attempt++) {
    const before = attempt === 0 ? QUIET : yardstick();
    const start = process.cpuUsage();
    await run();
    const taken = process.cpuUsage(start).user / 1000;
    least = Math.min(least, taken < SURELY_QUICK ? taken : taken * Math.min(1, QUIET / Math.max(before, yardstick())));
  }
  return least;
}

/** Expects that something takes at most so many milliseconds of a quiet machine's processor; it is not said of what waits. */
export async function expectQuick(millis: number, run: () => unknown): Promise<void> {
  expect(await processorMillis(run, millis)).toBeLessThan(millis);
}
