import { z } from 'zod';
import { MAX_FORM_BYTES } from '@/lib/core/limits';
import { jobsDoneSchema } from '@/lib/jobs/schema';
import { LOCALES } from '@/lib/i18n/locale';
import { SITE_PATH } from '@/lib/site/return-path';
import { defineEndpoint } from './endpoint';

const MAX_ADDRESS = 2000;

export const health = defineEndpoint({
  id: 'health',
  method: 'GET',
  path: '/health',
  tag: 'Service',
  summary: 'Check whether this instance can serve requests',
  description:
    'It can if the database answers within 1.5 seconds, has the migrations of this release, and its rows can be read and written.',
  access: 'anyone',
  responses: { 200: { description: 'The instance can serve requests', schema: z.object({ status: z.literal('ok') }) } },
  errors: { 503: { codes: ['request.unavailable'], details: z.object({ status: z.literal('unavailable') }) } },
});

export const chooseLanguage = defineEndpoint({
  id: 'chooseLanguage',
  method: 'POST',
  path: '/language',
  tag: 'Service',
  summary: 'Store the language of the pages for a year and redirect back',
  description: 'A plain form, so that it works without JavaScript. API responses follow Accept-Language instead.',
  access: 'anyone',
  body: {
    kind: 'form',
    maxBytes: MAX_FORM_BYTES,
    schema: z.object({
      locale: z.enum(LOCALES),
      to: z.string().max(MAX_ADDRESS).regex(SITE_PATH),
    }),
  },
  responses: { 303: { description: 'Redirect to `to`', location: true } },
});

export const describeApi = defineEndpoint({
  id: 'describeApi',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This API description',
  access: 'anyone',
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
});

/** Time for the jobs in milliseconds; messages that remain are sent by the next run. */
const JOBS_MS = 60_000;

const jobs = {
  path: '/jobs/run',
  tag: 'Service',
  access: 'scheduler',
  deadlineMs: JOBS_MS,
  responses: { 200: { description: 'What the run did', schema: jobsDoneSchema } },
  errors: { 403: { codes: ['auth.forbidden'] }, 404: { codes: ['request.unknown'] } },
} as const;

export const runJobsByGet = defineEndpoint({
  ...jobs,
  id: 'runJobsByGet',
  method: 'GET',
  summary: 'Run the jobs once, as platforms call it that send GET',
  description:
    'Ends holds and terms, queues reminders, asks about open payments, sends refunds and messages, reads settlement reports, rolls up the statistics, and purges once a day. Authenticated by the CRON_SECRET of the operator; 404 while none is configured. Several runs at once do no harm.',
});

export const runJobsByPost = defineEndpoint({
  ...jobs,
  id: 'runJobsByPost',
  method: 'POST',
  summary: 'Run the jobs once',
  description: 'The same as with GET.',
});

export const metrics = defineEndpoint({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  tag: 'Service',
  access: 'scheduler',
  summary: 'Metrics in the Prometheus text format',
  description:
    'Requests, event loop and memory of this instance, and what the database knows of seats, adoptions, codes, payments and messages. Authenticated by the CRON_SECRET of the operator; 404 while none is configured.',
  responses: { 200: { description: 'The metrics', media: 'text/plain' } },
  errors: { 403: { codes: ['auth.forbidden'] }, 404: { codes: ['request.unknown'] } },
});
