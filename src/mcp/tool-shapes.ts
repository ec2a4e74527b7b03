import { z } from 'zod';
import type { ListedTool } from './sessions/tool-list.js';
import type { Tool, Toolset } from './tool.js';

/** How the tools of a server differ from those that we ask: a sentence each, without a full stop. */
export interface Misfits {
  /** Names of tools that it does not have. */
  readonly absent: readonly string[];
  /** Tools that it has, and that cannot be asked as we ask, or do not promise what we read. */
  readonly different: readonly string[];
}

/**
 * Compares what a server tells of its tools with what we rely on: that they are there, take the parameters that we send, need none
 * that we do not know, and, where it promises what it answers, promise all that we read. Schemas that say nothing fit; what a server
 * says is untrusted, and read one level deep.
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
  const others = sent.filter((parameter) => isOtherType(ours.properties[parameter], own(theirs.properties, parameter)));
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
  // Servers wrap what is no object, and some whatever they answer.
  const wrapped = objectOf(own(theirs.properties, 'result'));
  const properties = wrapped?.properties ?? theirs.properties;
  if (Object.keys(properties).length === 0) return [];
  const lacking = ours.required.filter((member) => !Object.hasOwn(properties, member));
  return lacking.map((member) => `${name} does not promise ${member}`);
}

/** What is read of a JSON Schema of an object; `undefined`: it is none. */
interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** Nothing else is taken. */
  readonly isClosed: boolean;
}

function objectOf(schema: unknown): ObjectSchema | undefined {
  if (!isRecord(schema) || own(schema, 'type') !== 'object') return undefined;
  const properties = own(schema, 'properties');
  const required = own(schema, 'required');
  return {
    properties: isRecord(properties) ? properties : {},
    required: Array.isArray(required) ? required.filter((each): each is string => typeof each === 'string') : [],
    isClosed: own(schema, 'additionalProperties') === false,
  };
}

/** Both say one type, and not the same; a whole number is a number. */
function isOtherType(ours: unknown, theirs: unknown): boolean {
  const [sent, taken] = [own(ours, 'type'), own(theirs, 'type')];
  if (typeof sent !== 'string' || typeof taken !== 'string' || sent === taken) return false;
  return !(sent === 'integer' && taken === 'number');
}

function own(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
