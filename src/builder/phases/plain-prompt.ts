/** An `@` that does not follow visible text: `@src/app.ts`, ` @/etc/passwd`, `　@~/.ssh/id_ed25519`. */
const MENTION = /(?<![!-~])@/g;
/** Text that the command line could take for a command or an option. */
const COMMAND = /^[/!#-]/;

/**
 * Makes a prompt inert for the `claude` command line. In print mode it reads every `@path` mention without asking, inside and
 * outside of the folder, and takes a leading `/` for a project command and `-` for an option (measured with 2.1.329); prompts
 * contain untrusted text. A backslash prevents a mention. Idempotent.
 */
export function plainPrompt(text: string): string {
  const plain = text.replace(MENTION, '\\@');
  const begun = plain.trimStart();
  return COMMAND.test(begun) ? `Task: ${begun}` : plain;
}
