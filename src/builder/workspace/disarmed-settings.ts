import type { Guard } from './guarded-files.js';
import { SETTINGS_FILE } from './settings-file.js';

/** Settings of a project, which are committed, and of one checkout, which may be. */
const FILES = ['.claude/settings.json', SETTINGS_FILE] as const;

/** Settings with which `claude` starts programs by itself. https://code.claude.com/docs/en/settings */
const STARTING = [
  'hooks',
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'otelHeadersHelper',
  'statusLine',
  'fileSuggestion',
  'env',
  'enableAllProjectMcpServers',
  'enabledMcpjsonServers',
  'enabledPlugins',
  'extraKnownMarketplaces',
] as const;

/**
 * Removes, during a build, settings of the workspace that start programs: in a workflow it is an unreviewed change, and
 * nothing in it may run. Invalid JSON is replaced.
 *
 * @returns a sentence for each changed file
 */
export function disarmSettings(guard: Guard): readonly string[] {
  return FILES.flatMap((path) => {
    const text = guard.current(path);
    if (text === undefined) return [];
    const disarmed = without(text);
    if (disarmed === undefined) return [];
    guard.put([{ path, content: disarmed.text, how: 'whole' }]);
    return [`${path} starts nothing in this build: ${disarmed.names.join(', ')} do not count.`];
  });
}

/** undefined: nothing has to be removed. */
function without(text: string): { readonly text: string; readonly names: readonly string[] } | undefined {
  const settings = parsed(text);
  if (settings === undefined) return { text: '{}\n', names: ['its contents, which are no JSON,'] };
  const names = STARTING.filter((name) => Object.hasOwn(settings, name));
  if (names.length === 0) return undefined;
  const rest = Object.fromEntries(Object.entries(settings).filter(([name]) => !names.some((each) => each === name)));
  return { text: `${JSON.stringify(rest, null, 2)}\n`, names };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
