import type { Extraction, Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { listenersOf } from './listeners.js';
import { eventProfiles } from './profiles.js';
import { sentBy } from './templates.js';

const BY = eventProfiles.springMessaging.id;

/** Events of Spring for Apache Kafka, Spring AMQP and, for explicit sends, Spring Cloud Stream. */
export const springMessaging: Extractor<Source> = {
  ...eventProfiles.springMessaging,
  extract: (source): Extraction => {
    const listened = source.unit.types.map((decl) => listenersOf(source, decl, BY));
    return {
      facts: [...listened.flatMap(({ facts }) => facts), ...source.unit.types.flatMap((decl) => sentBy(source, decl, BY))],
      gaps: listened.flatMap(({ gaps }) => gaps),
    };
  },
};
