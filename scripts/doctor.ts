import { parseArgs } from 'node:util';
import { parseEnv } from '@/lib/platform/env';
import { examine, sendTestMessage } from './lib/doctor';
import { loadEnvFiles } from './lib/local';
import { main } from './lib/main';

const MARKS = { ok: 'ok   ', note: 'look ', fault: 'FAULT' };

/**
 * `npm run doctor`: says on one page what is set up, what works, and what to do about the rest. Changes nothing, and sends
 * nothing but, with `-- --send-to ADDRESS`, a test message. Exits with 1 if there is a fault.
 */
await main(async () => {
  const to = parseArgs({ options: { 'send-to': { type: 'string' } } }).values['send-to'];
  loadEnvFiles();
  const findings = await examine();
  if (to && parseEnv(process.env).ok) findings.push(await sendTestMessage(to));
  for (const { level, about, text } of findings) console.log(`${MARKS[level]}  ${about.padEnd(18)} ${text}`);
  const faults = findings.filter(({ level }) => level === 'fault').length;
  if (faults > 0) throw new Error(`\n${faults} ${faults === 1 ? 'fault' : 'faults'}: see docs/operators.md`);
});
