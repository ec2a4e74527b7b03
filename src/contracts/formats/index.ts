import { asyncapi } from './asyncapi.js';
import type { Format } from './format.js';
import { jsonSchema } from './json-schema.js';
import { openapi } from './openapi.js';

/** The supported contract formats. */
export const formats: readonly Format[] = [openapi, asyncapi, jsonSchema];
