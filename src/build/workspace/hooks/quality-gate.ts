import { command, type Hook } from './hook.js';
import { hookScript } from './script.js';

/** Share of boxes that are ticked, from which a session may end (seed 000, REQ-016). */
export const THRESHOLD = 0.8;

const BODY = String.raw`
/** Ticked boxes and all boxes of a list; what stands in fenced code is an example. */
function count(text) {
  let fence = '';
  let counts = settings.milestones.length === 0;
  const boxes = { ticked: 0, all: 0 };
  for (const line of text.split('\n')) {
    const border = /^ {0,3}(\x60{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== '') {
      if (border !== undefined && border.startsWith(fence)) fence = '';
      continue;
    }
    if (border !== undefined) {
      fence = border;
      continue;
    }
    if (settings.milestones.length > 0) {
      // A milestone is called by its number, unless a line gives it a name.
      const number = /^## Milestone (\d{1,9})/.exec(line)?.[1];
      const id = /^[-*] ID: {0,9}(\S{1,200})/.exec(line)?.[1] ?? (number === undefined ? undefined : 'milestone-' + number);
      if (/^##? /.test(line)) counts = false;
      if (id !== undefined) counts = settings.milestones.includes(id);
    }
    const box = /^\s{0,20}(?:[-*+]|\d{1,9}[.)]) \[([ xX])\]/.exec(line)?.[1];
    if (box === undefined || !counts) continue;
    boxes.all += 1;
    if (box !== ' ') boxes.ticked += 1;
  }
  return boxes;
}

const text = textOf(resolve(input.cwd || workspace, settings.file)) ?? textOf(join(workspace, settings.file));
// Asked twice, a session would never end; while others still work for it, it only waits.
const isWaiting = input.background_tasks.some((task) => isObject(task) && task.status === 'running');
if (text !== undefined && !input.stop_hook_active && !isWaiting) {
  const { ticked, all } = count(text);
  const ratio = all === 0 ? 1 : ticked / all;
  if (ratio < settings.threshold) {
    const shown = String(Math.floor(ratio * 100) / 100);
    refuse(settings.file + ' only ' + shown + ' complete (threshold: ' + settings.threshold + ')');
  }
}
`;

/** A session does not end before the checklist is done for the most part (seed 000, REQ-013, REQ-016). */
export const qualityGate: Hook = {
  name: 'quality-gate',
  isOn: () => true,
  groups: (settings) => ({ Stop: { hooks: [command(settings, 'quality-gate', 30)] } }),
  script: ({ requirements, milestones }) => hookScript({ file: requirements, milestones, threshold: THRESHOLD }, BODY),
};
