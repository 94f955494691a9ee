import { z } from 'zod';
import { accessCodeSentSchema } from '@/lib/adoption/core/page-schema';
import { ownWaitingSchema, waitingCodeSchema, waitingSchema } from '@/lib/waiting/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { WAITING_REQUESTS } from '@/lib/platform/limits';
import { sendLimits, tooManyTries, tooOften, tryLimits } from './codes';
import { area } from './endpoint';
import { doneResponse } from './schema';

const visitor = area({ tag: 'Adoption', access: 'anyone' });
const sponsor = area({ tag: 'Adoption', access: 'sponsor', minRole: 'adopt' });

const wishCodes = [
  'course.unknown',
  'waiting.seats_range',
  'waiting.min_above',
  'waiting.above_total',
  'waiting.place_unknown',
] as const;
const emailCodes = ['sponsor.email_required', 'sponsor.email_invalid', 'sponsor.too_long'] as const;
const refusals = ['waiting.closed', 'waiting.free_now', 'seats.limit_email'] as const;
const requested = doneResponse.extend({
  id: idSchema().describe('Id of the request, the last part of the address of its page'),
});
const requestLimit = { description: 'Requests to wait for seats per address', ...WAITING_REQUESTS };

export const sendWaitingCode = visitor.post('/waiting/code', {
  id: 'sendWaitingCode',
  summary: 'Send a code to somebody who wants to be told when seats are free',
  json: waitingCodeSchema,
  ok: doneResponse.extend(accessCodeSentSchema.shape),
  errors: [...wishCodes, ...emailCodes, ...refusals, ...tooOften, 'otp.send_failed'],
  limits: sendLimits,
});

export const askForSeats = visitor.post('/waiting', {
  id: 'askForSeats',
  summary: 'Ask with a code to be told when seats are free; the same again changes the request',
  json: waitingSchema,
  ok: requested,
  errors: [...wishCodes, ...emailCodes, 'otp.shape', 'otp.invalid', ...refusals, 'waiting.too_many', ...tooManyTries],
  limits: [...tryLimits, requestLimit],
});

export const askAsSponsor = sponsor.post('/user/waiting', {
  id: 'askAsSponsor',
  summary: 'Sponsors with a confirmed address: ask to be told when seats are free',
  json: ownWaitingSchema,
  ok: requested,
  errors: [...wishCodes, ...refusals, 'waiting.too_many', 'waiting.email_unconfirmed', 'request.too_many'],
  limits: [requestLimit],
});

export const withdrawRequest = visitor.delete('/waiting/{requestId}', {
  id: 'withdrawRequest',
  summary: 'Stop waiting for seats, with the id of the request',
  params: z.object({ requestId: idSchema('waiting.not_found') }),
  ok: doneResponse,
  errors: ['waiting.not_found', 'waiting.ended'],
});
