import { vi } from 'vitest';

/* Runs before each file of those that share a process. */
vi.resetModules();
