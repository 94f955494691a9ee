import { main } from './lib/main';
import { runChecks, STATIC_CHECKS, UNIT_TESTS } from './lib/static-checks';

/** `npm run check`: types, lint, format, import rules and unit tests. Run it before every push. */
await main(async () => {
  const failed = await runChecks([UNIT_TESTS, ...STATIC_CHECKS]);
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
});
