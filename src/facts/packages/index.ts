import type { KnownPackage } from '../values/target.js';
import { axios } from './axios.js';
import { classTransformer } from './class-transformer.js';
import { containers } from './containers.js';
import { csharpResults } from './csharp-results.js';
import { django } from './django.js';
import { drizzle } from './drizzle/index.js';
import { express } from './express.js';
import { fluentJsonSchema } from './fluent-json-schema.js';
import { joi } from './joi/index.js';
import { jsonSchema } from './json-schema.js';
import { knex } from './knex.js';
import { kysely } from './kysely.js';
import { lodash } from './lodash.js';
import { loopback } from './loopback.js';
import { mikroOrm } from './mikro-orm.js';
import { mongodb } from './mongodb.js';
import { mongoose } from './mongoose/index.js';
import { nestjs } from './nestjs.js';
import { nestjsCqrs } from './nestjs-cqrs.js';
import { neverthrow } from './neverthrow.js';
import { next } from './next.js';
import { objection } from './objection.js';
import { plainResults } from './plain-results.js';
import { prisma } from './prisma/index.js';
import { resultTypes } from './result-types.js';
import { sequelize } from './sequelize/index.js';
import { sqlDrivers } from './sql/index.js';
import { trpc } from './trpc.js';
import { typebox } from './typebox.js';
import { typeorm } from './typeorm.js';
import { valibot } from './valibot.js';
import { yup } from './yup/index.js';
import { zod } from './zod/index.js';

/** Packages whose values and types linking knows without reading their code; the first with a matching specifier counts. */
export const packages: readonly KnownPackage[] = [
  zod,
  valibot,
  joi,
  yup,
  typebox,
  jsonSchema,
  fluentJsonSchema,
  prisma,
  typeorm,
  drizzle,
  mongoose,
  sequelize,
  mikroOrm,
  loopback,
  classTransformer,
  lodash,
  trpc,
  next,
  express,
  axios,
  plainResults,
  knex,
  objection,
  kysely,
  mongodb,
  sqlDrivers,
  containers,
  nestjs,
  nestjsCqrs,
  resultTypes,
  neverthrow,
  django,
  csharpResults,
];
