import vm from 'node:vm';
import { CallError } from '../../../call-failure.js';

/** The interface of a regular expression for validators. */
interface Tested {
  readonly test: (text: string) => boolean;
}

const MOST_MILLIS = 200;
/** With a single repetition the time is proportional to the text. */
const REPEATS = /[*+{?]/g;

/**
 * A pattern of a contract. Pull requests can contain a pattern with exponential time, so testing has a timeout.
 * https://nodejs.org/api/vm.html#scriptrunincontextcontextifiedobject-options (`timeout`)
 *
 * @throws CallError `tool-error` (when testing) for such a pattern
 */
export function boundedPattern(source: string, flags: string): Tested {
  const pattern = new RegExp(source, flags);
  if ((source.match(REPEATS) ?? []).length < 2) return pattern;
  return {
    test: (text) => {
      try {
        return testedInTime(pattern, text);
      } catch (error) {
        throw new CallError('tool-error', `The contract's pattern \`${source.slice(0, 80)}\` takes too long.`, { cause: error });
      }
    },
  };
}

const SCRIPT = new vm.Script('pattern.test(text)');
let context: vm.Context | undefined;

function testedInTime(pattern: RegExp, text: string): boolean {
  context ??= vm.createContext();
  context.pattern = pattern;
  context.text = text;
  return SCRIPT.runInContext(context, { timeout: MOST_MILLIS }) === true;
}
