/** Lines around a change. */
const CONTEXT = 3;
/** If the texts differ more, the rest is shown as one change. */
const MAX_DISTANCE = 1_500;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** A unified diff of two texts, for `git apply`; empty: they are equal. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const lines = compareLines(before.split('\n'), after.split('\n'));
  const hunks: string[] = [];
  let [oldLine, newLine] = [1, 1];
  let at = 0;
  while (at < lines.length) {
    if (lines[at]?.sign === ' ') {
      [oldLine, newLine, at] = [oldLine + 1, newLine + 1, at + 1];
      continue;
    }
    const start = Math.max(0, at - CONTEXT);
    let end = at;
    for (let next = at; next < lines.length && next - end <= 2 * CONTEXT; next += 1) if (lines[next]?.sign !== ' ') end = next;
    const stop = Math.min(lines.length, end + 1 + CONTEXT);
    const shown = lines.slice(start, stop);
    const count = (sign: '-' | '+'): number => shown.filter((line) => line.sign === ' ' || line.sign === sign).length;
    hunks.push(`@@ -${oldLine - (at - start)},${count('-')} +${newLine - (at - start)},${count('+')} @@`);
    hunks.push(...shown.map(({ sign, text }) => `${sign}${text}`));
    for (const { sign } of lines.slice(at, stop)) {
      if (sign !== '+') oldLine += 1;
      if (sign !== '-') newLine += 1;
    }
    at = stop;
  }
  return [`--- a/${file}`, `+++ b/${file}`, ...hunks, ''].join('\n');
}

/** The shortest edit script between two lists of lines (Myers 1986), without their common start and end. */
function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const retained = (lines: readonly string[]): readonly Line[] => lines.map((text) => ({ sign: ' ', text }));
  return [
    ...retained(before.slice(0, head)),
    ...between(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...retained(before.slice(before.length - tail)),
  ];
}

function between(before: readonly string[], after: readonly string[]): readonly Line[] {
  const trace: Map<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let distance = 0; distance <= Math.min(before.length + after.length, MAX_DISTANCE); distance += 1) {
    const next = new Map(reached);
    trace.push(reached);
    for (let k = -distance; k <= distance; k += 2) {
      const down = k === -distance || (k !== distance && (next.get(k - 1) ?? -1) < (next.get(k + 1) ?? -1));
      let x = down ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1;
      next.set(k, x);
      if (x >= before.length && x - k >= after.length) return back(trace, before, after);
    }
    reached = next;
  }
  return [...before.map((text): Line => ({ sign: '-', text })), ...after.map((text): Line => ({ sign: '+', text }))];
}

function back(trace: readonly Map<number, number>[], before: readonly string[], after: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  let [x, y] = [before.length, after.length];
  for (let distance = trace.length - 1; distance >= 0; distance -= 1) {
    const reached = trace[distance] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -distance || (k !== distance && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const start = reached.get(from) ?? 0;
    while (x > start && y > start - from && x > 0 && y > 0) {
      lines.push({ sign: ' ', text: before[x - 1] ?? '' });
      [x, y] = [x - 1, y - 1];
    }
    if (distance === 0) break;
    if (down) lines.push({ sign: '+', text: after[y - 1] ?? '' });
    else lines.push({ sign: '-', text: before[x - 1] ?? '' });
    [x, y] = down ? [x, y - 1] : [x - 1, y];
  }
  return lines.reverse();
}
