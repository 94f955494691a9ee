import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/moves';
import { orRefuse } from '@/lib/api/or-refuse';
import { checkMoves, startMoves, withdrawMoves } from '@/lib/admin/moves/mutations';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

/** POST /api/admin/moves {step}: checks what moving adopted seats would do, asks their sponsors, or takes proposals back. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.moveSeats, async ({ scope, body, respond }) => {
    if (body.step === 'check') return respond(200, { plan: orRefuse(await checkMoves(scope, body)).plan, done: 0 });
    const done = orRefuse(
      body.step === 'start' ? await startMoves(scope, body) : await withdrawMoves(scope, body),
      (refused) => ('plan' in refused ? { details: { plan: refused.plan } } : {}),
    );
    // Seats that are free again go to those who wait for them.
    if (body.step === 'withdraw') offerAfterResponse();
    return respond(200, { plan: null, done: done.done });
  }),
});
