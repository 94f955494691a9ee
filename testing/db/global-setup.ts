import { rm } from 'node:fs/promises';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '@/db/migrate';
import { makeThrowawayHome, startDatabase, type RunningDatabase } from '@/scripts/lib/embedded-postgres';
import { withDatabaseName } from './database-url';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a user that may create and drop databases. */
    adminUrl: string;
    /** The migrated, empty database that is copied for every test file. */
    templateName: string;
  }
}

/** Starts one throwaway Postgres for the whole run (or uses TEST_DATABASE_URL), with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => undefined } : await throwawayServer();
  const templateName = `template_${process.pid}_${Date.now()}`;
  const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
  await admin`create database ${admin(templateName)}`;
  await migrate(withDatabaseName(server.url, templateName));
  project.provide('adminUrl', server.url);
  project.provide('templateName', templateName);
  return async () => {
    await admin`drop database if exists ${admin(templateName)} with (force)`;
    await admin.end();
    await server.stop();
  };
}

async function throwawayServer(): Promise<RunningDatabase> {
  const home = await makeThrowawayHome('test');
  const server = await startDatabase(home, { throwaway: true });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
