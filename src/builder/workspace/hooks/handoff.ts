import { handoffJsonSchema } from '../../../mcp/handoff.js';
import { command, type Hook } from './hook.js';
import { hookScript } from './script.js';

/**
 * The run report: one handoff per line, `{at, agent_type, agent_id, valid, problems, handoff}`; below `.tallystick/build`. Its
 * content is a claim.
 */
const HANDOFFS_FILE = 'handoffs.ndjson';

const BODY = String.raw`
/** What is wrong with a value by a JSON Schema; of its words, those that the schema of the hand-off uses. */
function problemsOf(value, schema, at) {
  const is = { object: isObject, array: Array.isArray, string: (each) => typeof each === 'string', number: (each) => typeof each === 'number' };
  if (schema.type !== undefined && !is[schema.type](value)) return [at + ' is not of type ' + schema.type];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [at + ' is none of ' + schema.enum.join(', ')];
  if (schema.minimum !== undefined && value < schema.minimum) return [at + ' is less than ' + schema.minimum];
  if (Array.isArray(value)) return value.flatMap((item, index) => problemsOf(item, schema.items ?? {}, at + '[' + index + ']'));
  if (!isObject(value)) return [];
  const known = schema.properties ?? {};
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name)).map((name) => at + '.' + name + ' is missing');
  return missing.concat(
    Object.entries(value).flatMap(([name, part]) => {
      if (Object.hasOwn(known, name)) return problemsOf(part, known[name], at + '.' + name);
      return schema.additionalProperties === false ? [at + '.' + name.slice(0, 100) + ' is not known'] : [];
    }),
  );
}

/** The last hand-off in a text: in a block of JSON, or all of it. */
function handoffIn(text) {
  const blocks = text.slice(-200_000).split(/^ {0,3}\x60{3,}[ \t]*/m);
  const candidates = [text, ...blocks.map((block) => block.replace(/^jsonc?[ \t]*$/m, ''))];
  for (const candidate of candidates.reverse()) {
    if (!candidate.trim().startsWith('{')) continue;
    try {
      const read = JSON.parse(candidate);
      if (isObject(read) && ['taskId', 'next_actions', 'artifacts'].some((name) => Object.hasOwn(read, name))) return { read };
    } catch (error) {
      if (/"(?:taskId|next_actions)"/.test(candidate)) return { broken: 'the block is no JSON: ' + error.message };
    }
  }
  return { broken: 'there is none' };
}

const ASKED =
  'Give your last answer again, whole, with its router contract if it has one, and with a hand-off before that: a block of JSON with "agent", "taskId", "status" (success, partial, failed), "artifacts" ([{"path"}]) and ' +
  '"next_actions" ([{"action", "target"}]), and nothing else but "summary" and "evidence". ';

if (input.agent_type.startsWith(settings.agents)) {
  const { read, broken } = handoffIn(input.last_assistant_message);
  const problems = broken === undefined ? problemsOf(read, settings.schema, 'hand-off').slice(0, 20) : [broken];
  const valid = problems.length === 0;
  // Asked once. Then what there is goes into the report as it is, and the agent may end.
  if (valid || input.stop_hook_active) {
    const { agent_type, agent_id } = input;
    note(settings.log, { agent_type, agent_id, valid, problems, ...(valid ? { handoff: read } : {}) });
  } else refuse(ASKED + 'What is wrong: ' + problems.join('; ') + '.');
}
`;

/** Agents must end with a valid handoff, which is added to the run report (spec 001, D5). */
export const handoff: Hook = {
  name: 'handoff',
  isOn: () => true,
  groups: (settings) => ({ SubagentStop: { hooks: [command(settings, 'handoff', 30)] } }),
  script: () => hookScript({ log: HANDOFFS_FILE, agents: 'build-', schema: handoffJsonSchema() }, BODY),
};
