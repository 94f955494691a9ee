import type { AdminScope } from '@/lib/admin/accounts/session';
import { billingBatches, userBatches } from '@/lib/admin/users-and-billings/queries';
import type { DashboardData } from '@/lib/admin/users-and-billings/schema';
import type { BillingSelection, UserSelection } from '@/lib/admin/users-and-billings/statements';
import { describeError, log } from '@/lib/core/log';

/** Records of one batch: what stands in memory at a time. */
const BATCH = 1000;

type Wanted = {
  users: UserSelection;
  billings: BillingSelection;
  /** The most records of each kind; all of them if not given. */
  limit?: number;
  /** What to answer as counts; null for the number of records that were written. */
  counts: DashboardData['counts'] | null;
};

/**
 * Answers users and billings as JSON, written while it is read. The first batch is there before anything is answered, so that
 * a failure until then is an answer of its own; a later one breaks the connection off, and what arrived is no JSON.
 */
export async function streamRecords(scope: AdminScope, wanted: Wanted): Promise<Response> {
  const pieces = writeRecords(scope, wanted);
  const first = await pieces.next();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(first.value!)),
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log.error('records_broken_off', describeError(error));
          controller.error(error);
        }
      },
      cancel: async () => void (await pieces.return()),
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } });
}

async function* writeRecords(
  scope: AdminScope,
  { users, billings, limit, counts }: Wanted,
): AsyncGenerator<string, void> {
  const written = { users: 0, billings: 0 };
  yield* writeList('{"users":[', userBatches(scope, users, limit ?? BATCH), (n) => (written.users += n));
  yield* writeList('],"billings":[', billingBatches(scope, billings, limit ?? BATCH), (n) => (written.billings += n));
  yield `],"counts":${JSON.stringify(counts ?? written)}}`;

  async function* writeList(opening: string, batches: AsyncIterable<object[]>, count: (records: number) => void) {
    let before = opening;
    for await (const records of batches) {
      count(records.length);
      yield before + records.map((record) => JSON.stringify(record)).join(',');
      before = ',';
      if (limit) return;
    }
    if (before === opening) yield opening;
  }
}
