/** What a server offers besides tools: documents to read, and prompts to begin with. */
export interface Library {
  /** What there is to read now. */
  resources(): Promise<readonly ResourceCard[]>;
  /** Undefined: there is no such resource. */
  read(uri: string): Promise<ResourceText | undefined>;
  /** @throws UserError for an argument that names nothing */
  prompt(name: string, given: Readonly<Record<string, string>>): Promise<string>;
}

export interface ResourceText {
  readonly mimeType: ResourceCard['mimeType'];
  readonly text: string;
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
