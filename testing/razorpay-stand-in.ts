import { parseArgs } from 'node:util';
import { loadEnvFiles, readAddress } from '../scripts/lib/local';
import { main } from '../scripts/lib/main';
import { askedToStop } from '../scripts/lib/shutdown';
import { standInSettings, standInVariables, webhookUrlOf } from './razorpay-stand-in/environment';
import { startRazorpayStandIn } from './razorpay-stand-in/server';

/**
 * `npm run razorpay:stand-in [-- --port 4010 --webhook URL]`: serves a stand-in for Razorpay until it is stopped, and
 * prints the variables that connect the site to it.
 */
await main(async () => {
  loadEnvFiles();
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4010' }, webhook: { type: 'string' } },
  });
  const webhookUrl = values.webhook ?? webhookUrlOf(readAddress('127.0.0.1'));
  const standIn = await startRazorpayStandIn({ port: Number(values.port), webhookUrl, ...standInSettings() });
  const variables = Object.entries(standInVariables(standIn)).map(([name, value]) => `${name}=${value}`);
  console.log(`A stand-in for Razorpay is running: ${standIn.url}. No money moves.
It sends webhooks to ${webhookUrl}. Start the site with:

${variables.join('\n')}

Stop with Ctrl-C.`);
  await askedToStop();
  await standIn.stop();
});
