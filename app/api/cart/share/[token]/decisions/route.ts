import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/shared-cart';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { MAX_DECISIONS } from '@/lib/platform/limits';
import { decideSharedCart } from '@/lib/selection/shared-cart/mutations';
import { readSharedCart } from '@/lib/selection/shared-cart/queries';

async function decisionsOf(token: string) {
  const cart = await readSharedCart(token);
  if (!cart) throw new HttpError(404, 'share.gone');
  return {
    shared_at: cart.sharedAt.toISOString(),
    expires_at: cart.expiresAt.toISOString(),
    decisions: cart.decisions.map(({ at, ...decision }) => ({ ...decision, at: at.toISOString() })),
  };
}

/** GET and POST /api/cart/share/{token}/decisions: what those who have the link decided. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD } = routeHandlers({
  GET: createHandler(endpoints.readDecisions, async ({ params, respond }) =>
    respond(200, await decisionsOf(params.token)),
  ),
  POST: createHandler(endpoints.decide, async ({ request, params, body, respond }) => {
    const outcome = await decideSharedCart(params.token, body, clientAddress(request));
    if (outcome.ok) return respond(201, await decisionsOf(params.token));
    if (outcome.code === 'request.too_many')
      throw new HttpError(429, outcome.code, { retryAfterSeconds: outcome.retryAfterSeconds });
    if (outcome.code === 'share.decided') throw new HttpError(409, outcome.code, { params: { max: MAX_DECISIONS } });
    throw new HttpError(404, outcome.code);
  }),
});
