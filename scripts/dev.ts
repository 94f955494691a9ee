import { spawn } from 'node:child_process';
import { completeEnvironment, loadEnvFiles, openLocalDatabase, readAddress, refuseForeignDatabase } from './lib/local';
import { main } from './lib/main';
import { ended, programPath, root, runNode, serverScript } from './lib/programs';
import { requirePort } from './lib/listen';
import { askedToStop } from './lib/shutdown';

/** `npm run dev`: the demo's database under Next's development server. */
await main(async () => {
  loadEnvFiles(true);
  refuseForeignDatabase();
  const address = readAddress('127.0.0.1');
  await requirePort(address);
  await completeEnvironment(address);
  const database = await openLocalDatabase();
  try {
    await runNode(serverScript('prepare-database.ts'));
    const where = ['--port', String(address.port), '--hostname', address.host];
    const next = spawn(process.execPath, [programPath('next', 'dist/bin/next'), 'dev', ...where], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    });
    const gone = ended(next);
    await Promise.race([gone, askedToStop()]);
    next.kill('SIGTERM');
    await gone;
  } finally {
    await database.stop();
  }
});
