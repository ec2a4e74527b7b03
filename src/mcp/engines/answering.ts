import { UserError } from '../../model/user-error.js';
import { badInput } from '../bad-input.js';
import { CallError } from '../call-failure.js';
import type { CallOptions, Engine } from '../engine.js';
import type { ArgumentsOf, InputOf, OutputOf, ToolName, Toolset, ToolTable } from '../tool.js';

/** The implementation of each tool, called with all defaults filled in. */
export type Answers<Tools extends ToolTable> = {
  readonly [Name in ToolName<Tools>]: (given: ArgumentsOf<Tools[Name]>, options: CallOptions) => Promise<OutputOf<Tools[Name]>>;
};

/**
 * An embedded engine from its implementations. Inputs are checked; UserErrors become failures with their reason, other errors
 * are bugs.
 *
 * @param close releases what the implementations use; called once
 */
export function answering<Tools extends ToolTable>(
  toolset: Toolset<Tools>,
  answers: Answers<Tools>,
  close: () => void | Promise<void>,
): Engine<Tools> {
  let closing: Promise<void> | undefined;
  return {
    toolset,
    by: 'embedded',
    call: async <Name extends ToolName<Tools>>(name: Name, input: InputOf<Tools[Name]>, options: CallOptions = {}) => {
      if (closing !== undefined) throw new CallError('connection-lost', `${toolset.title} was ended.`);
      if (!Object.hasOwn(answers, name)) throw new CallError('unknown-tool', `${toolset.title} has no tool ${name}.`);
      if (options.signal?.aborted === true) throw new CallError('cancelled', `${name} was given up.`);
      const { input: parameters } = toolset.tools[name] as Tools[Name];
      const given = parameters.safeParse(input);
      if (!given.success) throw new CallError('bad-input', badInput(name, given.error, parameters));
      try {
        return await answers[name](given.data as ArgumentsOf<Tools[Name]>, options);
      } catch (error) {
        throw error instanceof UserError ? new CallError('tool-error', error.message, { cause: error }) : error;
      }
    },
    close: async () => {
      closing ??= Promise.resolve().then(close);
      await closing.catch(() => undefined);
    },
  };
}
