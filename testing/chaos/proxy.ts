import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What is done to a connection, with its share of all connections in per cent. The rest passes. */
const FAULTS = { refused: 2, delayed: 6, cutRequest: 2, cutAnswer: 3 } as const;
export type ConnectionFault = keyof typeof FAULTS;

const LONGEST_DELAY_MS = 3000;
/** Answers of a connection of which one is cut. */
const ANSWERS = 4;

/**
 * A proxy in front of an instance that refuses some connections, delays some, and cuts some: in the middle of the
 * request, or after the instance has acted and before its answer arrives. `target` is null while the instance is down.
 */
export class Proxy {
  readonly counts: Record<ConnectionFault, number> = { refused: 0, delayed: 0, cutRequest: 0, cutAnswer: 0 };
  private readonly server: Server;
  private readonly open = new Set<Socket>();

  constructor(private readonly target: () => string | null) {
    this.server = createServer((client) => void this.forward(client));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  async stop(): Promise<void> {
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await once(this.server, 'close').catch(() => undefined);
  }

  private async forward(client: Socket): Promise<void> {
    this.track(client);
    const fault = drawFault();
    const target = this.target();
    if (fault) this.counts[fault] += 1;
    if (!target || fault === 'refused') return void client.destroy();
    if (fault === 'delayed') await pause(randomInt(LONGEST_DELAY_MS));
    const { hostname, port } = new URL(target);
    const instance = this.track(connect(Number(port), hostname));
    const cut = () => {
      client.destroy();
      instance.destroy();
    };
    client.once('close', () => instance.destroy());
    instance.once('close', () => client.destroy());
    if (fault === 'cutRequest')
      client.once('data', (data: Buffer) => {
        instance.write(data.subarray(0, randomInt(1, Math.max(2, data.length))));
        setImmediate(cut);
      });
    else client.pipe(instance);
    const answers = fault === 'cutAnswer' ? randomInt(1, ANSWERS + 1) : Infinity;
    let answer = 0;
    instance.on('data', (data: Buffer) => (++answer >= answers ? cut() : client.write(data)));
  }

  private track(socket: Socket): Socket {
    this.open.add(socket);
    // Every end of a connection is a fault that this proxy is for.
    socket.on('error', () => undefined);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  }
}

function drawFault(): ConnectionFault | null {
  let dice = randomInt(100);
  for (const [fault, share] of Object.entries(FAULTS) as [ConnectionFault, number][]) {
    if (dice < share) return fault;
    dice -= share;
  }
  return null;
}
