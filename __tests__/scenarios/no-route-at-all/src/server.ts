import { createServer } from 'node:http';

createServer((request, response) => {
  response.statusCode = request.url === '/bells' ? 204 : 404;
  response.end();
}).listen(3000);
