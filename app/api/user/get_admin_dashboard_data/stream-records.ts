import type { AdminScope } from '@/lib/accounts/administrators/session';
import { billingBatches, userBatches } from '@/lib/admin/users-and-billings/queries';
import { toApiBilling, type DashboardData } from '@/lib/admin/users-and-billings/schema';
import type { BillingSelection, UserSelection } from '@/lib/admin/users-and-billings/statements';
import { describeError, log } from '@/lib/platform/log';

/** Records per batch, the most held in memory at a time. */
const BATCH = 1000;

type Wanted = {
  users: UserSelection;
  billings: BillingSelection;
  /** The maximum number of records of each kind; unlimited if omitted. */
  limit?: number;
  /** The counts to return; null to use the number of records written. */
  counts: DashboardData['counts'] | null;
};

/**
 * Streams users and billings as JSON. The first batch is read before the response starts, so an early failure is a
 * normal error response; a later one aborts the connection, and the partial body is invalid JSON.
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
  const size = limit ?? BATCH;
  const written = {
    users: yield* writeList('{"users":[', userBatches(scope, users, size), (user) => user),
    billings: yield* writeList('],"billings":[', billingBatches(scope, billings, size), toApiBilling),
  };
  yield `],"counts":${JSON.stringify(counts ?? written)}}`;

  /** Returns the number of records. */
  async function* writeList<R>(opening: string, batches: AsyncIterable<R[]>, toApi: (record: R) => object) {
    let count = 0;
    for await (const records of batches) {
      yield (count === 0 ? opening : ',') + records.map((record) => JSON.stringify(toApi(record))).join(',');
      count += records.length;
      if (limit) return count;
    }
    if (count === 0) yield opening;
    return count;
  }
}
