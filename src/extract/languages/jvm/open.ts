import type { Fact } from '../../../facts/fact.js';
import { type Aspects, type Extraction, type Extractor, isAsked, type ReadDocument } from '../../extractor.js';
import { declaredFacts } from './declarations.js';
import { declaredChannels } from './events/declared-channels.js';
import { ownSenders } from './events/own-senders.js';
import { springMessaging } from './events/spring-messaging.js';
import { readBuildFile } from './files/build-files.js';
import { dependencyFacts } from './files/dependencies.js';
import { readDocument } from './files/documents.js';
import { readProperties } from './files/properties.js';
import { sharedPackages } from './files/shared-packages.js';
import { armeria } from './frameworks/armeria/index.js';
import { http4k } from './frameworks/http4k/index.js';
import { javalin } from './frameworks/javalin/index.js';
import { jaxrs } from './frameworks/jaxrs/index.js';
import { ktor } from './frameworks/ktor/index.js';
import { micronaut } from './frameworks/micronaut/index.js';
import { others } from './frameworks/others/index.js';
import { spark } from './frameworks/spark/index.js';
import { spring } from './frameworks/spring/index.js';
import { vertx } from './frameworks/vertx/index.js';
import { namingSettings } from './naming-settings.js';
import { setsNaming } from './sets-naming.js';
import { openSource, type Source } from './source.js';
import { changesPages, namedElsewhere, PLURALS, pagingOf, pagingOfBuild } from './spring-models.js';
import { typeSerializers } from './type-serializers.js';

const frameworks: readonly Extractor<Source>[] = [
  spring,
  jaxrs,
  ktor,
  http4k,
  javalin,
  spark,
  vertx,
  armeria,
  micronaut,
  springMessaging,
  declaredChannels,
  ownSenders,
  others,
];

const BUILDS = /(?:^|\/)(?:pom\.xml|libs\.versions\.toml)$|\.(?:gradle|kts)$/;

/** Facts of one source: its declarations, and the routes of every framework that it may use. */
export function extractFile(path: string, text: string, aspects?: Aspects, read?: ReadDocument): Extraction {
  if (BUILDS.test(path)) {
    const generated = readBuildFile(path, text, read);
    const plurals = /\bdata-rest\b|\bevo-inflector\b/.test(text) ? namedElsewhere(PLURALS) : [];
    return {
      facts: [
        ...generated,
        ...sharedPackages(path, generated, read),
        ...dependencyFacts(path, text),
        ...plurals,
        ...pagingOfBuild(text),
      ],
      gaps: [],
    };
  }
  if (/(?:^|\/)application\.(?:properties|ya?ml)$/.test(path)) return { facts: readProperties(path, text), gaps: [] };
  if (!/\.(?:java|kt)$/.test(path)) return { facts: readDocument(path, text, read), gaps: [] };
  const source = openSource(path, text);
  const routed = frameworks.filter((one) => isAsked(one, aspects) && one.signals(text, path)).map((one) => one.extract(source));
  const settings = setsNaming(text) ? [...namingSettings(source), ...typeSerializers(source)] : [];
  const paging = changesPages(text) ? pagingOf(text) : [];
  const facts: Fact[] = [...settings, ...routed.flatMap((one) => one.facts), ...declaredFacts(source), ...paging];
  const found = [...facts, ...source.locals.values(), ...source.imports.values()];
  const { broken } = source.unit.tokens;
  const isRouting = routed.some((one) => one.facts.length > 0);
  const gaps = routed.flatMap((one) => one.gaps);
  if (broken === undefined || !isRouting) return { facts: found, gaps };
  const gap = {
    reason: 'syntax-error' as const,
    detail: `Not all of this file can be read: ${broken.why}.`,
    at: broken.at,
    hides: 'service' as const,
  };
  return { facts: found, gaps: [...gaps, gap] };
}
