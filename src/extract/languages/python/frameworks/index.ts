import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { django } from './django.js';
import { fastapi } from './fastapi.js';
import { flask } from './flask.js';
import { others } from './others.js';

/** All frameworks of Python that are read. */
export const frameworks: readonly Extractor<Source>[] = [fastapi, flask, django, others];
