import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/shared-cart';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { MAX_DECISIONS } from '@/lib/platform/limits';
import { decideSharedCart } from '@/lib/selection/shared-cart/mutations';
import { readSharedCart } from '@/lib/selection/shared-cart/queries';

async function decisionsOf(token: string) {
  const cart = await readSharedCart(token);
  if (!cart) throw new HttpError('share.gone');
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
    orRefuse(await decideSharedCart(params.token, body, clientAddress(request)), () => ({
      params: { max: MAX_DECISIONS },
    }));
    return respond(201, await decisionsOf(params.token));
  }),
});
