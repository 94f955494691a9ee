import { ensureBuild } from './lib/build';
import { completeEnvironment, loadEnvFiles, openLocalDatabase, readAddress } from './lib/local';
import { main } from './lib/main';
import { runNode, serverScript } from './lib/programs';
import { requirePort, serve } from './lib/server';
import { askedToStop } from './lib/shutdown';

/**
 * `npm run demo`: builds, starts and migrates the database, imports the sample catalogue into an empty one, and serves.
 */
await main(async () => {
  loadEnvFiles();
  const address = readAddress('127.0.0.1');
  await requirePort(address);
  await completeEnvironment(address);
  await ensureBuild();
  const database = await openLocalDatabase();
  try {
    await runNode(serverScript('prepare-database.ts'));
    const server = await serve(address);
    console.log(`\nSeat Adoption is running: http://localhost:${address.port}`);
    console.log(`Codes appear here and in ${process.env.DATA_DIR}/outbox.   Stop with Ctrl-C.\n`);
    await askedToStop();
    await server.close();
  } finally {
    await database.stop();
  }
});
