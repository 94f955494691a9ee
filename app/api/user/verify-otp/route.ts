import { otpBodySchema, verifyOtpShape } from '@/lib/adoption/schema';
import { HttpError } from '@/lib/core/errors';
import { readJson, route } from '@/lib/core/http';
import { verifyPaymentCode } from './payment';
import { verifyPublicCode } from './public';
import { verifyStoreCode } from './store';

/** POST /api/user/verify-otp: one path for three callers, told apart by the keys of the body. */
export const POST = route(async (request: Request) => {
  const body = await readJson(request, otpBodySchema);
  switch (verifyOtpShape(body)) {
    case 'payment':
      return verifyPaymentCode(request, body);
    case 'public':
      return verifyPublicCode(request, body);
    case 'store':
      return verifyStoreCode(request, body);
    case 'unknown':
      throw new HttpError(400, 'request.invalid');
  }
});
