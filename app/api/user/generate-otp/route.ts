import { generateOtpShape } from '@/lib/adoption/schema';
import { doorByShape, serve } from '@/lib/contract/door';
import { payment } from './payment';
import { visitor } from './public';
import { store } from './store';

/** POST /api/user/generate-otp: one path for three callers, told apart by the keys of the body. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: doorByShape(generateOtpShape, { payment, public: visitor, store }),
});
