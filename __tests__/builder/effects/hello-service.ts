/** A service of one endpoint, its contract, and the scans that hold it against that. */

export const SCANS = {
  ...{ endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: false, shared_model_scan: false },
  undocumented_endpoint_scan: false,
};

export const CONTRACT = `openapi: 3.0.3
info: { title: Hello, version: 1.0.0 }
paths:
  /hello:
    get:
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } }
`;
export const server = (body: string) =>
  `require('node:http').createServer((_, to) => to.setHeader('content-type', 'application/json').end(${JSON.stringify(body)})).listen(process.env.PORT, '127.0.0.1');`;
