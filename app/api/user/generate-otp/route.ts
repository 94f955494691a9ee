import { generateOtpShape, otpBodySchema } from '@/lib/adoption/schema';
import { HttpError } from '@/lib/core/errors';
import { MAX_SELECTION_BYTES, readJson, route } from '@/lib/core/http';
import { sendPaymentCode } from './payment';
import { sendPublicCode } from './public';
import { sendStoreCode } from './store';

/** POST /api/user/generate-otp: one path for three callers, told apart by the keys of the body. */
export const POST = route(async (request: Request) => {
  const body = await readJson(request, otpBodySchema, MAX_SELECTION_BYTES);
  switch (generateOtpShape(body)) {
    case 'payment':
      return sendPaymentCode(request, body);
    case 'public':
      return sendPublicCode(request, body);
    case 'store':
      return sendStoreCode(request, body);
    case 'unknown':
      throw new HttpError(400, 'request.invalid');
  }
});
