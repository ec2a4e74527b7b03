/** What a server offers besides tools: documents to read, and prompts to begin with. */
export interface Library {
  /** What there is to read now. */
  resources(): Promise<readonly ResourceCard[]>;
  /** Its text; undefined: there is no such resource. */
  read(uri: string): Promise<string | undefined>;
  /** @throws UserError for an argument that names nothing */
  prompt(name: string, given: Readonly<Record<string, string>>): Promise<string>;
}

export interface ResourceCard {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** A prompt as clients list it; each argument is required. */
export interface PromptCard {
  readonly description: string;
  /** Name -> what it is. */
  readonly arguments: Readonly<Record<string, string>>;
}
