import type { Contract } from '../../../contracts/contract.js';
import { type OpenedContract, openText } from '../../../contracts/open.js';
import { UserError } from '../../../model/user-error.js';
import { NAME, TYPE_OF_KIND } from './create-contract.js';
import { type DocumentText, documentText, problemAt, problemOf, type SpecProblem } from './document-text.js';
import { ambiguities } from './spec-checks/ambiguities.js';
import { examplesThatDiffer } from './spec-checks/examples.js';
import { rulesOfFormat } from './spec-checks/format-rules.js';
import { omissions } from './spec-checks/omissions.js';

/** The problems of a document. */
export interface SpecReport {
  readonly valid: boolean;
  readonly type: string;
  /** Why it is invalid. */
  readonly errors: readonly SpecProblem[];
  /** Incomplete, ambiguous or unsupported parts. */
  readonly warnings: readonly SpecProblem[];
}

const MOST = 200;

/** Whether a document is a valid contract, of one kind or of any. @throws CallError when it is too large */
export async function validateSpec(spec: Readonly<Record<string, unknown>>, type: string | undefined): Promise<SpecReport> {
  const document = documentText(spec);
  const opened = open(document);
  if ('path' in opened) return { valid: false, type: type ?? '', errors: [opened], warnings: [] };
  const { contract } = opened;
  const found = TYPE_OF_KIND[contract.kind] ?? contract.kind;
  const errors = [
    ...(type === undefined || type === found ? [] : [{ path: '', message: `The document is no ${type}, but ${found}.` }]),
    ...rulesOfFormat(opened),
  ];
  const warnings = [
    ...notUnderstood(contract, document),
    ...omissions(opened),
    ...ambiguities(contract, document.pointerAt),
    ...(await examplesThatDiffer(opened)),
  ];
  return { valid: errors.length === 0, type: found, errors: distinct(errors), warnings: distinct(warnings) };
}

function open(document: DocumentText): OpenedContract | SpecProblem {
  try {
    return openText(document.text, NAME);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return problemOf(error, document, NAME);
  }
}

function notUnderstood({ gaps }: Contract, { pointerAt }: DocumentText): readonly SpecProblem[] {
  return gaps.map(({ detail, at }) =>
    problemAt(detail.replace('lies outside the repository', 'is not part of the document'), at, pointerAt, NAME),
  );
}

function distinct(problems: readonly SpecProblem[]): readonly SpecProblem[] {
  const first = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...first.values()].slice(0, MOST);
}
