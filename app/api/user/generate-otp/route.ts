import { generateOtpShape } from '@/lib/adoption/core/schema';
import { dispatchByBody, routeHandlers } from '@/lib/api/handler';
import { payment } from './payment';
import { visitor } from './public';
import { store } from './store';

/** POST /api/user/generate-otp: one path for three callers, distinguished by the keys of the body. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: dispatchByBody(generateOtpShape, { payment, public: visitor, store }),
});
