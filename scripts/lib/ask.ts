import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks on the terminal. `hidden` shows nothing of what is typed. Throws where there is no terminal to ask on, or it is closed. */
export async function ask(question: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`There is no terminal to ask on: ${question}`);
  // Readline echoes to its output; one that swallows everything keeps a password off the screen.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stdout.write(`${question} `);
  const terminal = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stdout, terminal: true });
  try {
    return await new Promise<string>((answer, fail) => {
      terminal.once('line', answer);
      terminal.once('close', () => fail(new Error('Nothing was done.')));
      terminal.once('SIGINT', () => terminal.close());
    });
  } finally {
    terminal.close();
    if (hidden) process.stdout.write('\n');
  }
}
