import type { Profile } from '../profile.js';

const SIGNALS = /@(?:[\w.]{0,80}\.)?(?:Path|ApplicationPath)\b|\b(?:jakarta|javax)\.ws\.rs\b/;
/** What implements an interface of a resource need not name the framework itself. */
const IMPLEMENTS = /\bimplements\b|\boverride\b/;
/** Names that interfaces of resources have. */
export const INTERFACES = /(?:Api|Resource|Controller|Endpoint|Rest)\b/;

/** What the reader of JAX-RS resolves, and what it leaves open. */
export const jaxrsProfile: Profile = {
  id: 'jvm/jax-rs',
  title: 'JAX-RS (Jersey, RESTEasy, Quarkus)',
  resolves: [
    '`@Path` of classes and methods, `@ApplicationPath`, `quarkus.http.root-path` and `quarkus.rest.path`; annotations that a resource inherits from a class or interface',
    'sub-resources by the declared class of their locator',
    'declared results, through `RestResponse`, `Uni`, `Multi` and `CompletionStage`; `Response` is of an unknown body',
  ],
  gaps: [
    'sub-resource locators whose class is not declared or does not answer itself hide what is below their path',
    'paths that are given in `web.xml` or by code; interceptors, filters and writers that change what is sent leave it open',
  ],
  signals: (text) => SIGNALS.test(text) || (IMPLEMENTS.test(text) && INTERFACES.test(text)),
};
