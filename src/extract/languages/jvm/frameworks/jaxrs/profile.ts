import type { Profile } from '../../../../extractor.js';

const SIGNALS = /@(?:[\w.]{0,80}\.)?(?:Path|ApplicationPath)\b|\b(?:jakarta|javax)\.ws\.rs\b/;
/** A class that implements a resource interface need not import the framework. */
const IMPLEMENTS = /\bimplements\b|\boverride\b/;
/** Common names of resource interfaces. */
export const INTERFACES = /(?:Api|Resource|Controller|Endpoint|Rest)\b/;

/** What every file is asked for JAX-RS (Jersey, RESTEasy, Quarkus). */
export const jaxrsProfile: Profile = {
  id: 'jvm/jax-rs',
  title: 'JAX-RS (Jersey, RESTEasy, Quarkus)',
  signals: (text) => SIGNALS.test(text) || (IMPLEMENTS.test(text) && INTERFACES.test(text)),
};
