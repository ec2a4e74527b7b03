import type { Extraction, Extractor } from '../../../extractor.js';
import { converterFacts } from '../converter-classes.js';
import { jsonOptions } from '../json-options.js';
import type { Source } from '../source.js';
import { addedParts, bootstrapFacts } from './aspnet-bootstrap.js';
import { controllerFacts } from './aspnet-controllers.js';
import { endpointFacts } from './aspnet-endpoints.js';
import { filterFacts } from './aspnet-filters.js';
import { globalFilters } from './aspnet-global-filters.js';
import { namedGroups } from './aspnet-named-groups.js';
import { aspnetProfile } from './aspnet-profile.js';

/** ASP.NET Core: controllers and minimal APIs. https://learn.microsoft.com/aspnet/core */
export const aspnet: Extractor<Source> = { ...aspnetProfile, extract };

function extract(source: Source): Extraction {
  return {
    facts: [
      ...controllerFacts(source),
      ...bootstrapFacts(source),
      ...addedParts(source),
      ...endpointFacts(source),
      ...namedGroups(source),
      ...filterFacts(source),
      ...globalFilters(source),
      ...jsonOptions(source),
      ...converterFacts(source),
    ],
    gaps: [],
  };
}
