import type { Profile } from '../profile.js';

/** What the Armeria reader resolves, and the gaps it leaves. */
export const armeriaProfile: Profile = {
  id: 'jvm/armeria',
  title: 'Armeria (annotated services)',
  resolves: [
    '`annotatedService` with a prefix or as a builder (`pathPrefix`, `build`), `baseContextPath`; `@Get`, `@Post` and the like, `@Path`, `@PathPrefix`, also of base classes',
    'declared results through `CompletableFuture`, `ResponseEntity`, publishers and the like; `@StatusCode`, `@ProducesJson`, `@Produces`',
  ],
  gaps: [
    'other services (`service`, `serviceUnder`, `route()`, gRPC and Thrift) hide what lies below their paths; `contextPath` and paths that are regular expressions or globs',
    'bodies that response converters write, or decorators may change; those of results without a media type, and `HttpResponse`',
  ],
  signals: (text) => /\bcom\.linecorp\.armeria\.(?:server|spring)\b/.test(text),
};
