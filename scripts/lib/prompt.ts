import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks a question and gives the line that was typed. `hidden` shows nothing of it. */
export type Prompt = (question: string, options?: { hidden?: boolean }) => Promise<string>;

/**
 * Asks the questions of a dialogue on the terminal. Throws where there is none, and where it is closed (Ctrl-C, Ctrl-D) before the end.
 */
export async function onTerminal<T>(dialogue: (prompt: Prompt) => Promise<T>): Promise<T> {
  if (!process.stdin.isTTY) throw new Error('There is no terminal to ask on.');
  let isHidden = true;
  // Readline echoes what is typed to its output: this one lets through only what may be seen, also of what is typed ahead.
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
