import { toApiCourse } from '@/lib/catalogue/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/shared-cart';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { shareCart } from '@/lib/selection/shared-cart/mutations';
import { absoluteUrl, pathTo } from '@/lib/platform/site/metadata';

/** POST /api/cart/share: stores a cart and returns its link. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.shareCart, async ({ request, body, respond }) => {
    const lines = body.selected_courses.map(({ course_id: id, selectedSeats }) => ({ id, selectedSeats }));
    const { sender, company, note } = body;
    const outcome = await shareCart(lines, clientAddress(request), { sender, company, note });
    if (!outcome.ok && outcome.code === 'course.unknown')
      throw new HttpError(400, outcome.code, { details: { courses: outcome.courses.map(toApiCourse) } });
    if (!outcome.ok) throw new HttpError(429, outcome.code, { retryAfterSeconds: outcome.retryAfterSeconds });
    const { token, expiresAt } = outcome;
    return respond(201, { url: absoluteUrl(pathTo('shared-cart', token)), expires_at: expiresAt.toISOString() });
  }),
});
