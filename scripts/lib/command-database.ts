import { closeDatabase } from '@/db/client';
import { openDatabase } from './local';

/** Does the work of a production command on its database (openDatabase), which it gets the address of, and closes it. */
export async function onDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const database = await openDatabase();
  try {
    await work(database.url);
  } finally {
    await closeDatabase();
    await database.stop();
  }
}
