import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Address } from './local';

const PORT_WAIT_SECONDS = 6;

/**
 * Waits until the port is free: a copy that was just killed may take a moment to release it. Throws a message that
 * names PORT.
 */
export async function requirePort(address: Address): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((done) => probe.close(done));
}

/** Begins to listen, after waiting for the port as requirePort does. */
export async function listen(server: Server, { host, port }: Address): Promise<void> {
  for (const until = Date.now() + PORT_WAIT_SECONDS * 1000; ; await pause(250)) {
    try {
      server.listen(port, host);
      return void (await once(server, 'listening'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (Date.now() > until) {
        throw new Error(
          `Port ${port} is taken, perhaps by another copy of this program. Stop it, or choose another: PORT=${port + 1}`,
          {
            cause: error,
          },
        );
      }
    }
  }
}
