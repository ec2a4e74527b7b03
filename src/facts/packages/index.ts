import type { KnownPackage } from '../target.js';
import { jsonSchema } from './json-schema.js';
import { prisma } from './prisma.js';
import { typeorm } from './typeorm.js';
import { zod } from './zod.js';

/** Packages whose values and types linking understands without reading them; the first whose specifiers fit counts. */
export const packages: readonly KnownPackage[] = [zod, prisma, typeorm, jsonSchema];
