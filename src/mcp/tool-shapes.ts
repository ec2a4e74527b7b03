import { z } from 'zod';
import { isRecord, ownMember } from '../model/json.js';
import type { ListedTool } from './sessions/tool-list.js';
import type { Tool, Toolset } from './tool.js';

/** Differences between a server's tools and the expected ones: a sentence each, without a full stop. */
export interface Misfits {
  /** Names of missing tools. */
  readonly absent: readonly string[];
  /** Tools with incompatible parameters or answers. */
  readonly different: readonly string[];
}

/**
 * Compares a server's list of tools with the expected tools. Each tool must exist, accept the parameters that this program
 * sends, require no others, and return all used fields if it declares its answer. Absent schemas fit; schemas are untrusted,
 * and compared one level deep.
 */
export function misfitsOf({ tools }: Toolset, listed: readonly ListedTool[]): Misfits {
  const theirs = new Map(listed.map((each) => [each.name, each]));
  const absent = Object.keys(tools).filter((name) => !theirs.has(name));
  const different = Object.entries(tools).flatMap(([name, tool]) => {
    const one = theirs.get(name);
    return one === undefined
      ? []
      : [...inputMisfits(name, tool, one.inputSchema), ...outputMisfits(name, tool, one.outputSchema)];
  });
  return { absent, different };
}

function inputMisfits(name: string, tool: Tool, schema: unknown): readonly string[] {
  const ours = objectOf(z.toJSONSchema(tool.input, { io: 'input' }));
  const theirs = objectOf(schema);
  if (ours === undefined || theirs === undefined) return [];
  const sent = Object.keys(ours.properties);
  const unknown = theirs.required.filter((parameter) => !sent.includes(parameter));
  const refused = theirs.isClosed ? sent.filter((parameter) => !Object.hasOwn(theirs.properties, parameter)) : [];
  const others = sent.filter((parameter) => isOtherType(ours.properties[parameter], ownMember(theirs.properties, parameter)));
  return [
    ...unknown.map((parameter) => `${name} needs ${parameter}, which we do not send`),
    ...refused.map((parameter) => `${name} does not take ${parameter}`),
    ...others.map((parameter) => `${name} takes another type of ${parameter}`),
  ];
}

function outputMisfits(name: string, tool: Tool, schema: unknown): readonly string[] {
  const ours = objectOf(z.toJSONSchema(tool.output, { io: 'input' }));
  const theirs = objectOf(schema);
  if (ours === undefined || theirs === undefined) return [];
  // Servers wrap answers other than objects, and some wrap all answers.
  const wrapped = objectOf(ownMember(theirs.properties, 'result'));
  const properties = wrapped?.properties ?? theirs.properties;
  if (Object.keys(properties).length === 0) return [];
  const lacking = ours.required.filter((member) => !Object.hasOwn(properties, member));
  return lacking.map((member) => `${name} does not promise ${member}`);
}

/** The used part of an object's JSON Schema; `undefined`: not an object. */
interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** Other properties are refused. */
  readonly isClosed: boolean;
}

function objectOf(schema: unknown): ObjectSchema | undefined {
  if (!isRecord(schema) || ownMember(schema, 'type') !== 'object') return undefined;
  const properties = ownMember(schema, 'properties');
  const required = ownMember(schema, 'required');
  return {
    properties: isRecord(properties) ? properties : {},
    required: Array.isArray(required) ? required.filter((each): each is string => typeof each === 'string') : [],
    isClosed: ownMember(schema, 'additionalProperties') === false,
  };
}

/** Both have a type, and the types differ; an integer is a number. */
function isOtherType(ours: unknown, theirs: unknown): boolean {
  const [sent, taken] = [ownMember(ours, 'type'), ownMember(theirs, 'type')];
  if (typeof sent !== 'string' || typeof taken !== 'string' || sent === taken) return false;
  return !(sent === 'integer' && taken === 'number');
}
