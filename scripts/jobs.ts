import { parseArgs } from 'node:util';
import { requireEnvironment } from '@/lib/platform/startup';
import { repeatJobs, runJobs } from '@/lib/operation/jobs/run';
import { onDatabase } from './lib/command-database';
import { commandArguments, loadEnvFiles } from './lib/local';
import { main } from './lib/main';
import { askedToStop } from './lib/shutdown';

/**
 * `npm run jobs [-- --once]`: runs what happens by time (ends of holds and terms, reminders, messages, statistics,
 * purge) every minute until it is stopped, or once.
 */
await main(async () => {
  loadEnvFiles();
  const { values } = parseArgs({ args: commandArguments(), options: { once: { type: 'boolean', default: false } } });
  await onDatabase(async () => {
    requireEnvironment();
    const stopping = new AbortController();
    void askedToStop().then(() => stopping.abort());
    if (values.once) console.log(JSON.stringify(await runJobs(undefined, stopping.signal)));
    else await repeatJobs(stopping.signal);
  });
});
