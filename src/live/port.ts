import { type AddressInfo, connect, createServer } from 'node:net';

const HOST = '127.0.0.1';

/** A free port of the loopback interface. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Whether something accepts connections on a port of the loopback interface. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port, timeout: 1_000 });
    const done = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', done(true)).once('error', done(false)).once('timeout', done(false));
  });
}
