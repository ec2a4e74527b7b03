/**
 * Milliseconds of the processor that something takes in this process: unlike a clock's they stay about the same while other
 * processes are at work.
 */
export function processorMillis(run: () => void): number {
  const start = process.cpuUsage();
  run();
  return process.cpuUsage(start).user / 1000;
}
