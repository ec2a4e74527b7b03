import type { Profile } from '../profile.js';

const SIGNALS = /@(?:[\w.]{0,80}\.)?(?:Path|ApplicationPath)\b|\b(?:jakarta|javax)\.ws\.rs\b/;
/** A class that implements a resource interface need not import the framework. */
const IMPLEMENTS = /\bimplements\b|\boverride\b/;
/** Common names of resource interfaces. */
export const INTERFACES = /(?:Api|Resource|Controller|Endpoint|Rest)\b/;

/** What the JAX-RS reader resolves, and the gaps it leaves. */
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
