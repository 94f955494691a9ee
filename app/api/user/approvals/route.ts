import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/shared-cart';
import { toApiCourse } from '@/lib/catalogue/schema';
import { clientAddress } from '@/lib/platform/http';
import { askToApprove } from '@/lib/selection/shared-cart/approval';

/** POST /api/user/approvals: sends a link to chosen seats to the people of the company who may pay. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.askToApprove, async ({ request, scope, body, locale, respond }) => {
    const lines = body.selected_courses.map(({ course_id: id, selectedSeats }) => ({ id, selectedSeats }));
    const { url, expiresAt, asked } = orRefuse(
      await askToApprove(scope, lines, {
        orderNumber: body.order_number,
        clientAddress: clientAddress(request),
        locale,
      }),
      (refused) => ('courses' in refused ? { details: { courses: refused.courses.map(toApiCourse) } } : {}),
    );
    return respond(201, { url, expires_at: expiresAt.toISOString(), asked });
  }),
});
