import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build';
import { main } from './lib/main';
import { root } from './lib/programs';

/** `npm run build`: the production build; needs no database and no network, but the development packages. */
await main(async () => {
  if (!existsSync(join(root, 'node_modules/typescript')))
    throw new Error('The build needs the development packages: run npm ci without --omit=dev.');
  await build();
});
