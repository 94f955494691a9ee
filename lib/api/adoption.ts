import {
  adoptedSchema,
  heldSchema,
  paymentCodeSentSchema,
  publicCodeSentSchema,
} from '@/lib/adoption/core/response-schema';
import {
  paymentOtpRequestSchema,
  paymentVerificationSchema,
  publicOtpRequestSchema,
  publicVerificationSchema,
  storeOtpRequestSchema,
  storeVerificationSchema,
} from '@/lib/adoption/core/schema';
import { MAX_SELECTION_BYTES, REPEAT_HOURS } from '@/lib/platform/limits';
import { otpMethodSchema } from '@/lib/accounts/codes/schema';
import { sendLimits, tooManyTries, tooOften, tryLimits } from './codes';
import { area } from './endpoint';
import { currentCourses, currentShortages, doneResponse, earlierAdoption, sponsorCodes } from './schema';

const visitor = area({ tag: 'Adoption', access: 'anyone' });
const owner = area({ tag: 'Adoption', access: 'owner', minRole: 'adopt' });

const contactCodes = ['otp.email_required', 'otp.phone_required'] as const;
/** Limits of unpaid seats, which do not reset with time. */
const tooManySeats = ['seats.limit_email', 'seats.limit_domain', 'seats.limit_company', 'seats.limit_network'] as const;
const perPhone = 'seats.limit_phone';
const perAddress = 'seats.limit_address';
const changed = {
  codes: ['selection.changed', 'seats.max', 'seats.none_left', ...tooManySeats],
  details: currentCourses,
} as const;
const short = {
  codes: ['seats.max', 'seats.none_left', 'session.ended', ...tooManySeats],
  details: currentShortages,
} as const;
const notSent = 'otp.send_failed';

export const sendPublicCode = visitor.post('/user/generate-otp', {
  id: 'sendPublicCode',
  summary: 'Public pages: start an adoption and send its code',
  description:
    'A body with `selectedCourses` or `otpMethod`. Takes no seats: that happens when the correct code is entered. Submitted prices are only compared with the catalogue. More seats than may be adopted without a payment are refused.',
  limits: sendLimits,
  optionalAuth: 'sponsor',
  minRole: 'adopt',
  json: publicOtpRequestSchema,
  maxBytes: MAX_SELECTION_BYTES,
  responses: {
    200: {
      description: 'The code was sent',
      schema: doneResponse.extend({ ...publicCodeSentSchema.shape, channel: otpMethodSchema }),
    },
  },
  errors: [
    {
      codes: [...sponsorCodes, ...contactCodes, 'seats.none_selected', 'selection.too_many', 'course.unknown'],
      details: currentCourses,
    },
    { ...changed, codes: [...changed.codes, perPhone, 'seats.reserved'] },
    ...tooOften,
    perAddress,
    notSent,
  ],
});

export const sendPaymentCode = owner.post('/user/generate-otp', {
  id: 'sendPaymentCode',
  summary: "Payment page: start an adoption and send a code to the profile's phone number",
  description:
    'A body with `selected_courses` or `userId`. Refused while a payment for the selection is being confirmed, and for some time after several unpaid holds.',
  limits: sendLimits,
  json: paymentOtpRequestSchema,
  maxBytes: MAX_SELECTION_BYTES,
  responses: {
    200: {
      description: 'The code was sent',
      schema: doneResponse.extend(paymentCodeSentSchema.shape),
    },
  },
  errors: [
    {
      codes: [
        'payment.empty',
        'seats.none_selected',
        'selection.too_many',
        'course.unknown',
        'sponsor.phone_invalid',
        'sponsor.too_long',
      ],
      details: currentCourses,
    },
    { ...changed, codes: [...changed.codes, 'payment.pending'] },
    ...tooOften,
    perAddress,
    'seats.hold_wait',
    notSent,
  ],
});

export const sendEmailCode = visitor.post('/user/generate-otp', {
  id: 'sendEmailCode',
  summary: 'Registered sponsors: send a code to confirm the e-mail address',
  description: 'A body with `email` only. The response is the same whether or not an account has this e-mail.',
  limits: sendLimits,
  json: storeOtpRequestSchema,
  responses: { 200: { description: 'Sent if such an account exists', schema: doneResponse } },
  errors: ['sponsor.email_required', 'sponsor.email_invalid', 'sponsor.too_long', ...tooOften],
});

export const verifyPublicCode = visitor.post('/user/verify-otp', {
  id: 'verifyPublicCode',
  summary: 'Public pages: verify the contact and adopt the seats',
  description: `A body with \`user_id\` or \`otpMethod\`. Send the \`draft_id\` of generate-otp: without it a code is valid only if exactly one draft waits for a code of this contact, and only from the network that requested it. Repeating a correct code returns the same response. A code by e-mail also sets the cookie that opens the page of a guest's adoption for an hour. After a seat limit error (\`seats.limit_…\`) the code stays valid, and after \`adoption.repeated\`: the same contact adopted the same seats within ${REPEAT_HOURS} hours, which \`confirm_repeat\` does once more.`,
  limits: tryLimits,
  json: publicVerificationSchema,
  responses: {
    200: {
      description: 'The seats are adopted',
      schema: doneResponse.extend(adoptedSchema.shape),
    },
  },
  errors: [
    ...contactCodes,
    'otp.shape',
    'otp.invalid',
    'otp.draft_required',
    'sponsor.email_required',
    'sponsor.email_invalid',
    'sponsor.phone_required',
    'sponsor.phone_invalid',
    'sponsor.too_long',
    {
      codes: [...short.codes, perPhone, 'adoption.repeated'],
      details: currentShortages.extend(earlierAdoption.shape),
    },
    ...tooManyTries,
    perAddress,
  ],
});

export const verifyPaymentCode = owner.post('/user/verify-otp', {
  id: 'verifyPaymentCode',
  summary: 'Payment page: verify the phone and hold the seats while the sponsor pays',
  description:
    'A body with `userId`. Send the `draft_id` of generate-otp, so that the code applies only to the selection on the page.',
  limits: tryLimits,
  json: paymentVerificationSchema,
  responses: {
    200: {
      description: 'The seats are held',
      schema: doneResponse.extend(heldSchema.shape),
    },
  },
  errors: [
    'otp.shape',
    'otp.invalid',
    'otp.draft_required',
    { ...short, codes: [...short.codes, 'payment.pending'] },
    ...tooManyTries,
    perAddress,
    'seats.hold_wait',
  ],
});

export const verifyEmailCode = visitor.post('/user/verify-otp', {
  id: 'verifyEmailCode',
  summary: 'Registered sponsors: confirm the e-mail address',
  description: 'A body with `email` and `otp` only. It grants no access.',
  limits: tryLimits,
  json: storeVerificationSchema,
  responses: { 200: { description: 'Confirmed', schema: doneResponse } },
  errors: [
    'otp.shape',
    'otp.invalid',
    'sponsor.email_required',
    'sponsor.email_invalid',
    'sponsor.too_long',
    ...tooManyTries,
  ],
});
