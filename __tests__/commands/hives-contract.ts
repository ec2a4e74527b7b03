/** A contract of two endpoints that promise a field each. */

export const operation = (path: string, field: string) => `  /${path}:
    get:
      responses:
        '200':
          description: ${path}.
          content:
            application/json:
              schema:
                type: object
                required: [${field}]
                properties: { ${field}: { type: string } }
`;
export const head = 'openapi: 3.0.3\ninfo: { title: Bees, version: 1.0.0 }\npaths:\n';
export const CONTRACT = `${head}${operation('hives', 'place')}${operation('bees', 'name')}`;
