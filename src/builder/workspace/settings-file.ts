import { isRecord, ownMember } from '../../model/json.js';
import { type HandlerGroup, HOOKS_FOLDER, type HookConfig } from './hooks/hook.js';
import { BUILD_MARK } from './hooks/task-completed.js';

/** The user's own project settings, which are not committed. */
export const SETTINGS_FILE = '.claude/settings.local.json';

type Fields = Readonly<Record<string, unknown>>;

/** Settings with the hooks of a build, and sentences about lost parts. */
export interface MergedSettings {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * Adds hooks to settings, and preserves other keys and the user's hooks (REQ-014, TECH-012). During the build broken settings
 * are replaced.
 *
 * @param text untrusted; absent: there is no file
 */
export function mergedSettings(text: string | undefined, added: HookConfig['hooks']): MergedSettings {
  const notes: string[] = [];
  const settings = text === undefined ? {} : objectIn(text);
  if (settings === undefined)
    notes.push(`${SETTINGS_FILE} is no JSON object: it does not count while the build lasts, and is there again afterwards.`);
  const { hooks, ...others } = settings ?? {};
  if (hooks !== undefined && !isRecord(hooks))
    notes.push(`\`hooks\` in ${SETTINGS_FILE} is no object: it does not count meanwhile.`);
  if (others.disableAllHooks === true) notes.push(`${SETTINGS_FILE} turns hooks off: those of the build do not run either.`);
  const known = isRecord(hooks) ? hooks : {};
  const events = [...new Set([...Object.keys(known), ...Object.keys(added)])];
  const joined = events.map((event): [string, unknown] => {
    const before = ownMember(known, event);
    const ours = Object.hasOwn(added, event) ? added[event] : undefined;
    if (ours === undefined) return [event, before];
    return [event, [...(Array.isArray(before) ? withoutOurs(before) : []), ...ours]];
  });
  return { text: written({ ...others, hooks: Object.fromEntries(joined) }), notes };
}

/**
 * Removes the build's hooks from settings that others changed.
 *
 * @param former the text before; absent: none
 * @returns `former`: they cannot be separated; undefined: nothing is left
 */
export function withoutHooks(text: string, former: string | undefined): { readonly text: string | undefined } | 'former' {
  const settings = objectIn(text);
  if (settings === undefined || (former !== undefined && objectIn(former) === undefined)) return 'former';
  const { hooks, ...others } = settings;
  if (!isRecord(hooks)) return { text };
  const left = Object.entries(hooks).flatMap(([event, groups]): [string, unknown][] => {
    if (!Array.isArray(groups)) return [[event, groups]];
    const theirs = withoutOurs(groups);
    return theirs.length === 0 && groups.length > 0 ? [] : [[event, theirs]];
  });
  const rest = left.length === 0 ? others : { ...others, hooks: Object.fromEntries(left) };
  return { text: former === undefined && Object.keys(rest).length === 0 ? undefined : written(rest) };
}

function withoutOurs(groups: readonly unknown[]): readonly unknown[] {
  return groups.filter((group) => !isOurs(group));
}

/** Identified by its command: a script in the hooks' folder, or the check of tasks. */
function isOurs(group: unknown): boolean {
  const handlers = isRecord(group) ? (group as { readonly hooks?: HandlerGroup['hooks'] }).hooks : undefined;
  if (!Array.isArray(handlers) || handlers.length === 0) return false;
  return handlers.every((handler: unknown) => {
    if (!isRecord(handler)) return false;
    const { command, prompt } = handler;
    return (
      (typeof command === 'string' && command.includes(`/${HOOKS_FOLDER}/`)) ||
      (typeof prompt === 'string' && prompt.startsWith(BUILD_MARK))
    );
  });
}

function objectIn(text: string): Fields | undefined {
  try {
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function written(settings: Fields): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}
