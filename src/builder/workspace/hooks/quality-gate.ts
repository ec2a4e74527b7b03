import { command, type Hook } from './hook.js';
import { hookScript, TASK_LIST } from './script.js';

/** Part of ticked boxes at which a session may end (REQ-016). */
const THRESHOLD = 0.8;

const BODY = String.raw`
/** Ticked boxes and all boxes of a list; what stands in fenced code is an example. Plans are read by the same rules. */
function count(text) {
  const outside = { ids: [], ticked: 0, all: 0, level: 0 };
  const parts = [outside];
  let part = outside;
  let fence = '';
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    const isFenced = fence !== '';
    fence = fenceAfter(line, fence);
    if (isFenced || fence !== '') continue;
    const marks = /^(#{1,6})[ \t]+\S/.exec(line)?.[1];
    if (marks !== undefined) {
      const number = /^Milestone[ \t]+(\d{1,6})[ \t]*(?:[:\u2013\u2014-])[ \t]*\S/i.exec(line.slice(marks.length).trim())?.[1];
      if (part !== outside && marks.length > part.level && (number === undefined || marks.length > 2)) continue;
      part = number === undefined ? outside : { ids: ['milestone-' + Number(number)], ticked: 0, all: 0, level: marks.length };
      if (part !== outside) parts.push(part);
      continue;
    }
    const id = /^[-*+][ \t]+\**ID\**[ \t]*:(.*)$/i.exec(line)?.[1];
    if (id !== undefined) part.ids.push(id.replace(/^\*\*/, '').replaceAll('\x60', '').trim());
    const box = /^[-*+][ \t]+\[([ xX])\](?:[ \t]|$)/.exec(line)?.[1];
    if (box === undefined) continue;
    part.all += 1;
    if (box !== ' ') part.ticked += 1;
  }
  // The first line that names a milestone counts, else its number.
  const isMeant = ({ ids }) => settings.milestones.length === 0 || settings.milestones.includes(ids[1] || ids[0]);
  const meant = parts.filter((each) => (each === outside ? settings.milestones.length === 0 : isMeant(each)));
  return { ticked: sum(meant, 'ticked'), all: sum(meant, 'all') };
}

function sum(parts, name) {
  return parts.reduce((so, part) => so + part[name], 0);
}

function fenceAfter(line, open) {
  const marks = /^(?:\x60{3,}|~{3,})/.exec(line)?.[0] ?? '';
  const said = line.slice(marks.length);
  if (open === '') return marks.startsWith('\x60') && said.includes('\x60') ? '' : marks;
  return marks.startsWith(open) && said.trim() === '' ? '' : open;
}

const text = textOf(resolve(input.cwd || workspace, settings.file)) ?? textOf(join(workspace, settings.file));
// While others still work for it, a session only waits; what was given to it may be one step of many, and then its tasks tell
// whether it is done. Asked twice, it would never end.
const list = tasks();
const isDone = list.length > 0 && list.every((task) => task.status === 'completed');
const isWaiting = input.background_tasks.some((task) => isObject(task) && task.status === 'running');
// Who was started for one task alone ends with its answer, and is checked by it: hooks stay when a team is given up.
const isAlone = process.env.TALLYSTICK_ALONE === '1';
if (text !== undefined && !isAlone && !input.stop_hook_active && !isWaiting && !isDone) {
  const { ticked, all } = count(text);
  const ratio = all === 0 ? 1 : ticked / all;
  if (ratio < settings.threshold) {
    const shown = String(Math.floor(ratio * 100) / 100);
    refuse(settings.file + ' only ' + shown + ' complete (threshold: ' + settings.threshold + ')');
  }
}
`;

/**
 * Keeps a session open until most of the checklist (REQ-013, REQ-016), or all tasks of its list, are done: the build ticks a
 * milestone's boxes after the check of its last session.
 */
export const qualityGate: Hook = {
  name: 'quality-gate',
  isOn: () => true,
  groups: (settings) => ({ Stop: { hooks: [command(settings, 'quality-gate', 30)] } }),
  script: ({ requirements, milestones }) =>
    hookScript({ file: requirements, milestones, threshold: THRESHOLD }, TASK_LIST + BODY),
};
