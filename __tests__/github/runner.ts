/** What a runner makes of the log and the command files of a step, after the public source of actions/runner. */

/** A log command the runner obeyed. */
export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Commands stand at the start of a line (after blanks); `##[name]` anywhere; between stop-commands and its token there are none. */
export function readLog(log: string): { readonly commands: readonly Command[]; readonly shown: readonly string[] } {
  const commands: Command[] = [];
  const shown: string[] = [];
  let token: string | undefined;
  for (const line of log.split(/\r\n|\r|\n/)) {
    if (token !== undefined) {
      if (line.trim() === `::${token}::`) token = undefined;
      else shown.push(line);
      continue;
    }
    const command = readCommand(line);
    if (command === undefined) shown.push(line);
    else if (command.name === 'stop-commands') token = command.message;
    else commands.push(command);
  }
  if (token !== undefined) throw new Error('The log ends while commands are stopped.');
  return { commands, shown };
}

function readCommand(line: string): Command | undefined {
  const older = /##\[([^\]\s]+)[^\]]*\](.*)$/.exec(line);
  if (older !== null) return { name: older[1] ?? '', properties: {}, message: older[2] ?? '' };
  const [, name, list, message] = /^\s*::([^\s:]+)(?:\s((?:(?!::).)*))?::(.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const pairs = (list ?? '').split(',').filter((pair) => pair.includes('='));
  const properties = pairs.map((pair) => {
    const at = pair.indexOf('=');
    return [
      pair.slice(0, at).trim(),
      decoded(pair.slice(at + 1))
        .replaceAll('%3A', ':')
        .replaceAll('%2C', ','),
    ];
  });
  return { name, properties: Object.fromEntries(properties), message: decoded(message ?? '') };
}

function decoded(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

/** Outputs as a runner reads them: `name=value`, or `name<<delimiter`, lines, `delimiter`. */
export function readOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const here = line.indexOf('<<');
    const equals = line.indexOf('=');
    if (equals >= 0 && (here < 0 || equals < here)) outputs[line.slice(0, equals)] = line.slice(equals + 1);
    else if (here >= 0) {
      const end = lines.indexOf(line.slice(here + 2), at + 1);
      if (end < 0) throw new Error(`No end of ${line}.`);
      outputs[line.slice(0, here)] = lines.slice(at + 1, end).join('\n');
      at = end;
    } else throw new Error(`Not an output: ${line}`);
  }
  return outputs;
}
