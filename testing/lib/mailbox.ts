import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

type Received = { to: string; subject?: string; text: string; code?: string; attachments?: string[] };

/** The codes that the app under test has sent; a message and its attachments are removed from the outbox when it is read. */
export class Mailbox {
  private readonly codes = new Map<string, string>();
  private readonly subjects = new Set<string>();
  private reading = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** Returns the newest code, or the newest secret of an invitation, sent to an e-mail address or phone number in any of its spellings, or a wrong one. */
  async codeFor(to: string): Promise<string> {
    // One lane after the other: a message that another lane has removed but not yet stored would be missed.
    await (this.reading = this.reading.then(() => this.read()));
    return this.codes.get(to.toLowerCase()) ?? this.codes.get(`+91${to}`) ?? '000000';
  }

  /** Returns true if an e-mail with this subject was sent to the address. */
  async has(to: string, subject: string): Promise<boolean> {
    await (this.reading = this.reading.then(() => this.read()));
    return this.subjects.has(`${to} ${subject}`);
  }

  private async read(): Promise<void> {
    // The folder may not be there yet, or be away for a moment in chaos.
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    // Their names have the clock of the app, which chaos sets wrong.
    const writtenAt = (name: string) => stat(join(this.folder, name)).then(({ mtimeMs }) => mtimeMs);
    const files = await Promise.all(names.map(async (name) => ({ name, at: await writtenAt(name).catch(() => 0) })));
    for (const { name } of files.sort((one, other) => one.at - other.at)) {
      const content = await readFile(join(this.folder, name), 'utf8').catch(() => null);
      if (content === null) return;
      const { to, subject, text, attachments = [], ...message } = JSON.parse(content) as Received;
      const { code = /\/join#([\w-]+)/.exec(text)?.[1] } = message;
      for (const file of [name, ...attachments]) await rm(join(this.folder, file)).catch(() => undefined);
      if (code) this.codes.set(to.toLowerCase(), code);
      this.subjects.add(`${to} ${subject}`);
    }
  }
}
