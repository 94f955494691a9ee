import { build } from './lib/build';
import { main } from './lib/main';

/** `npm run build`: the production build; needs no database and no network. */
await main(build);
