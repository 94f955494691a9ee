import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks every open connection, also those without a completed request, which server.closeIdleConnections() leaves
 * open.
 */
export function watchConnections(server: Server) {
  /** Pending requests of each connection, and whether there was none yet. */
  const open = new Map<Socket, { requests: number; isNew: boolean }>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { requests: 0, isNew: true });
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.requests += 1;
    connection.isNew = false;
    response.once('close', () => (connection.requests -= 1));
  });
  return {
    closeIdle: (withNew: boolean) =>
      open.forEach(({ requests, isNew }, socket) => {
        if (requests === 0 && (withNew || !isNew)) socket.destroy();
      }),
    closeAll: () => open.forEach((_, socket) => socket.destroy()),
  };
}
