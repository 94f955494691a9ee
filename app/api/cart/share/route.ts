import { toApiCourse } from '@/lib/catalogue/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/shared-cart';
import { clientAddress } from '@/lib/platform/http';
import { shareCart } from '@/lib/selection/shared-cart/mutations';
import { absoluteUrl, pathTo } from '@/lib/platform/site/metadata';

/** POST /api/cart/share: stores a cart and returns its link. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.shareCart, async ({ request, body, respond }) => {
    const lines = body.selected_courses.map(({ course_id: id, selectedSeats }) => ({ id, selectedSeats }));
    const { sender, company, note, order_number: orderNumber } = body;
    const { token, expiresAt } = orRefuse(
      await shareCart(lines, clientAddress(request), { sender, company, note, orderNumber }),
      (refused) => ('courses' in refused ? { details: { courses: refused.courses.map(toApiCourse) } } : {}),
    );
    return respond(201, { url: absoluteUrl(pathTo('shared-cart', token)), expires_at: expiresAt.toISOString() });
  }),
});
