/** An `@` that does not follow visible text: `@src/app.ts`, ` @/etc/passwd`, `　@~/.ssh/id_ed25519`. */
const MENTION = /(?<![!-~])@/g;
/** What the command line could take for a command of its own, or for a flag. */
const COMMAND = /^[/!#-]/;

/**
 * A prompt in which the `claude` command line finds nothing to do by itself. In print mode it reads every file that is mentioned as
 * `@path`, inside and outside of the folder and without asking, and takes a prompt that begins with `/` for a command of the project,
 * with `-` for a flag (measured with 2.1.329); prompts hold text of plans, repositories and agents. Such an `@` gets a backslash,
 * after which none is seen. Applied twice it does no more than once.
 */
export function plainPrompt(text: string): string {
  const plain = text.replace(MENTION, '\\@');
  const begun = plain.trimStart();
  return COMMAND.test(begun) ? `Task: ${begun}` : plain;
}
