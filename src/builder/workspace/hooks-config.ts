import { type HandlerGroup, type HookConfig, type HookSettings, scriptPath } from './hooks/hook.js';
import { hooks } from './hooks/index.js';

/** The enabled hooks, by event, and their scripts (REQ-010). */
export function generateHooksConfig(settings: HookSettings): HookConfig {
  const on = hooks.filter((hook) => hook.isOn(settings));
  const groups = on.flatMap((hook) => Object.entries(hook.groups(settings)));
  const events = [...new Set(groups.map(([event]) => event))];
  const ofEvent = (event: string): readonly HandlerGroup[] => groups.filter(([each]) => each === event).map(([, group]) => group);
  return {
    hooks: Object.fromEntries(events.map((event) => [event, ofEvent(event)])),
    scripts: Object.fromEntries(
      on.flatMap(({ name, script }) => (script === undefined ? [] : [[scriptPath(name), script(settings)]])),
    ),
  };
}
