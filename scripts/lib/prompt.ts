import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks a question and returns the line that was typed. `hidden` does not echo it. */
export type Prompt = (question: string, options?: { hidden?: boolean }) => Promise<string>;

/**
 * Asks the questions of a dialogue in the terminal. Throws if there is no terminal, or if it is closed (Ctrl-C, Ctrl-D)
 * before the end.
 */
export async function onTerminal<T>(dialogue: (prompt: Prompt) => Promise<T>): Promise<T> {
  if (!process.stdin.isTTY) throw new Error('There is no terminal to ask on.');
  let isHidden = true;
  // Readline echoes its input: this stream hides secret input, also if it is typed before the question appears.
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const lines = terminal[Symbol.asyncIterator]();
  try {
    return await dialogue(async (question, { hidden = false } = {}) => {
      isHidden = false;
      terminal.setPrompt(`${question} `);
      terminal.prompt();
      isHidden = hidden;
      const line = await lines.next();
      isHidden = true;
      if (hidden) process.stdout.write('\n');
      if (line.done) throw new Error('Nothing was done.');
      return line.value;
    });
  } finally {
    terminal.close();
  }
}
