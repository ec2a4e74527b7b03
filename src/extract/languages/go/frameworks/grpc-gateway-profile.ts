import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of grpc-gateway, and what it leaves open. */
export const grpcGatewayProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/grpc-gateway',
  title: 'grpc-gateway',
  resolves: [
    '`runtime.NewServeMux` that `Register…Handler`, `…HandlerServer`, `…HandlerClient` and `…HandlerFromEndpoint` are given: the `google.api.http` options of the service in its .proto file',
    '`additional_bindings`, `custom`, `response_body`, variables with patterns; `HandlePath`',
    'messages as JSON, by `json_name`, with `UseProtoNames`, `EmitUnpopulated` and their names of version 1',
  ],
  gaps: [
    'services whose .proto file is not in the repository, or is described by a file of YAML',
    'marshalers of the service, `WithForwardResponseOption`, streams, `google.api.HttpBody`',
  ],
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/grpc-ecosystem\/grpc-gateway\b/.test(text),
};
