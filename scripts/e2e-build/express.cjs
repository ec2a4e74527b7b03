// What stands in for express in the workspace of the scenarios, which installs nothing: as much of it as the service needs.
'use strict';
const http = require('node:http');
module.exports = function express() {
  const routes = [];
  const match = (path, url) => {
    const names = [...path.matchAll(/:([a-z]+)/g)].map((found) => found[1]);
    const found = new RegExp(`^${path.replace(/:[a-z]+/g, '([^/]+)')}$`).exec(url);
    return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1]]));
  };
  return {
    get: (path, handler) => routes.push({ path, handler }),
    listen: (port) =>
      http
        .createServer((request, response) => {
          const send = (status, body) =>
            response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
          for (const { path, handler } of routes) {
            const params = match(path, request.url);
            if (params) return handler({ params }, { json: (body) => send(200, body) });
          }
          return send(404, {});
        })
        .listen(port),
  };
};
