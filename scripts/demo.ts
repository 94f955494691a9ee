import { ensureBuild } from './lib/build';
import { completeEnvironment, loadEnvFiles, openLocalDatabase, readAddress, refuseForeignDatabase } from './lib/local';
import { main } from './lib/main';
import { runNode, serverScript } from './lib/programs';
import { requirePort } from './lib/listen';
import { serve } from './lib/server';
import { askedToStop } from './lib/shutdown';
import { standInSettings, standInVariables, webhookUrlOf } from '../testing/razorpay-stand-in/environment';
import { startRazorpayStandIn, type StandIn } from '../testing/razorpay-stand-in/server';

/**
 * `npm run demo`: builds, starts and migrates the database, imports the sample catalogue into an empty one, and serves.
 * With PAYMENT_PROVIDER=razorpay and no keys, payments go to a stand-in for Razorpay.
 */
await main(async () => {
  loadEnvFiles();
  refuseForeignDatabase();
  const address = readAddress('127.0.0.1');
  await requirePort(address);
  await completeEnvironment(address);
  const standIn = await standInForRazorpay(webhookUrlOf(address));
  await ensureBuild();
  const database = await openLocalDatabase();
  try {
    await runNode(serverScript('prepare-database.ts'));
    const server = await serve(address);
    console.log(`\nSeat Adoption is running: http://localhost:${address.port}`);
    if (standIn) console.log(`Payments go to a stand-in for Razorpay at ${standIn.url}; no money moves.`);
    console.log(`Codes appear here and in ${process.env.DATA_DIR}/outbox.   Stop with Ctrl-C.\n`);
    await askedToStop();
    await server.close();
  } finally {
    await database.stop();
    await standIn?.stop();
  }
});

async function standInForRazorpay(webhookUrl: string): Promise<StandIn | null> {
  const { PAYMENT_PROVIDER, RAZORPAY_KEY_ID } = process.env;
  if (PAYMENT_PROVIDER !== 'razorpay' || RAZORPAY_KEY_ID) return null;
  const standIn = await startRazorpayStandIn({ webhookUrl, ...standInSettings() });
  Object.assign(process.env, standInVariables(standIn));
  return standIn;
}
