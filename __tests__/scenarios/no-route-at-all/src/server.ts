import { createServer } from 'node:net';

createServer((socket) => {
  socket.end('HTTP/1.1 204 No Content\r\n\r\n');
}).listen(3000);
