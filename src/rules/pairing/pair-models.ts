import type { Contract, Model } from '../../contracts/contract.js';
import type { Codebase, CodeModel } from '../../facts/codebase.js';
import type { Gap } from '../../model/gap.js';
import { foldModel, type ModelName, modelNamed } from '../../model/model-names.js';
import type { Definitions, Shape } from '../../model/shape.js';
import { foldName } from '../comparison/spelling.js';
import { followRefs } from '../comparison/wrapper.js';
import type { ModelPairing } from '../rule.js';

/** Shared models that are compared, and gaps for those left out. */
export interface PairedModels {
  readonly models: readonly ModelPairing[];
  readonly gaps: readonly Gap[];
}

interface Named extends ModelName {
  readonly type: CodeModel;
}

/** Pairs each shared model with the types that define it. */
export function pairModels(
  contracts: readonly Contract[],
  codebase: Codebase,
  suffixes: readonly string[],
): readonly ModelPairing[] {
  const all = contracts.flatMap((contract) => contract.models.map((expectation) => ({ contract, requirement: expectation })));
  if (all.length === 0) return [];
  const names = new Set(all.map(({ requirement: expectation }) => foldModel(expectation.name)));
  const named = codebase.models.flatMap((type): readonly Named[] => {
    const name = modelNamed(type.name, names, suffixes);
    return name === undefined ? [] : [{ type, ...name }];
  });
  return all.map(({ contract, requirement: expectation }) => {
    const own = named.filter(({ model }) => model === foldModel(expectation.name));
    return pairOne(contract, expectation, own, codebase);
  });
}

function pairOne(contract: Contract, expectation: Model, named: readonly Named[], codebase: Codebase): ModelPairing {
  const expected = fieldsOf(expectation.shape, contract.definitions);
  const resembling = named.filter(({ type, isExact }) => resembles(expected, type, isExact, codebase.types));
  const alike = nearestOf(resembling);
  const others = nearestOf(named.filter((one) => !resembling.includes(one))).map(
    ({ type }) => `${type.name} (${type.at.file}:${type.at.line})`,
  );
  const common = { contract, subject: expectation.name, expectation, actuals: alike.map(({ type }) => type), hiddenBy: [] };
  const note = others.length === 0 ? {} : { note: `${others.join(', ')} shares too few fields with it to be a definition of it` };
  const isSought = codebase.soughtModels.includes(expectation.name);
  return {
    ...common,
    ...note,
    ...(isSought ? {} : { undecided: 'the facts were collected without looking for its definitions' }),
  };
}

/**
 * In a service with types of the exact name, types with a suffix are something else (a response wrapper). If one of the types is
 * sent, the database type of that name does not count.
 */
function nearestOf(named: readonly Named[]): readonly Named[] {
  const sent = new Set(named.filter(({ type }) => type.table !== true).map(({ type }) => serviceOf(type)));
  const chosen = named.filter(({ type }) => type.table !== true || !sent.has(serviceOf(type)));
  const exact = new Set(chosen.filter(({ isExact }) => isExact).map(({ type }) => serviceOf(type)));
  return chosen.filter(({ type, isExact }) => isExact || !exact.has(serviceOf(type)));
}

/** Folders in which repositories put their services. */
const PARENTS = new Set(['services', 'apps', 'packages', 'libs', 'projects', 'src', 'modules', 'cmd', 'backend', 'frontend']);

/** The part of a repository that a file belongs to, by its first folders, and its language. */
function serviceOf({ at, language }: CodeModel): string {
  const [first = '', second = ''] = at.file.split('/').slice(0, -1);
  return `${language} ${PARENTS.has(first.toLowerCase()) ? `${first}/${second}` : first}`;
}

/** The field names of an object, folded; undefined: the shape is no object. */
function fieldsOf(shape: Shape, definitions: Definitions): ReadonlySet<string> | undefined {
  const content = followRefs(shape, definitions);
  if (content?.kind !== 'object' || content.fields.length === 0) return undefined;
  return new Set(content.fields.map(({ name }) => foldName(name)));
}

/**
 * Another thing may have the same name (the user of another service's API), so half of the model's fields must exist. With the
 * exact name one field is enough, if it is not one that most models have.
 */
function resembles(expected: ReadonlySet<string> | undefined, type: CodeModel, isExact: boolean, types: Definitions): boolean {
  const content = followRefs(type.shape, types);
  if (content === undefined) return false;
  if (expected === undefined) return content.kind !== 'object' || content.fields.length > 0;
  if (content.kind !== 'object') return isExact && content.kind === 'unknown';
  const own = content.fields.flatMap(({ name, member }) => [name, ...(member === undefined ? [] : [member])]);
  const shared = new Set(own.map(foldName).filter((name) => expected.has(name))).size;
  const isTelling = own.map(foldName).some((name) => expected.has(name) && !COMMON.has(name));
  return shared * 2 >= expected.size || (isExact && isTelling);
}

const COMMON = new Set(['id', 'uuid', 'createdat', 'updatedat', 'deletedat']);

/**
 * Takes out schemas that the user did not name as contracts and that no type of the code is named after: they are no shared
 * models, but the schema of a configuration or of a request. Gaps report them; if there are no other contracts, they stay.
 */
export function withoutUnrelatedModels(models: readonly ModelPairing[], hasOthers: boolean): PairedModels {
  const known = new Set(
    models.filter(({ actuals, undecided }) => actuals.length > 0 || undecided !== undefined).map(({ contract }) => contract),
  );
  const isUnrelated = ({ contract }: ModelPairing): boolean => contract.kind === 'json-schema' && !known.has(contract);
  const retained = models.filter((one) => !isUnrelated(one));
  if (retained.length === 0 && !hasOthers) return { models, gaps: [] };
  const gaps = models.filter(isUnrelated).map(
    ({ contract, subject }): Gap => ({
      reason: 'unsupported-contract-feature',
      detail: `no type has the name ${subject}, so it is not treated as a shared model; if it is one, name its schema as a contract`,
      at: { file: contract.at.file, line: contract.at.line },
    }),
  );
  return { models: retained, gaps };
}
