import { afterAll, vi } from 'vitest';

/* Runs before each file of those that share a process. */
vi.resetModules();

const environment = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
