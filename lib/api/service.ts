import { z } from 'zod';
import { MAX_FORM_BYTES } from '@/lib/platform/limits';
import { jobsDoneSchema } from '@/lib/operation/jobs/schema';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { SITE_PATH } from '@/lib/platform/site/return-path';
import { area } from './endpoint';

const visitor = area({ tag: 'Service', access: 'anyone' });
const scheduler = area({ tag: 'Service', access: 'scheduler' });

const MAX_ADDRESS = 2000;

export const health = visitor.get('/health', {
  id: 'health',
  summary: 'Check whether this instance can serve requests',
  description:
    'It can if the database answers within 1.5 seconds, has the migrations of this release, and its rows can be read and written.',
  responses: { 200: { description: 'The instance can serve requests', schema: z.object({ status: z.literal('ok') }) } },
  errors: [{ codes: ['request.unavailable'], details: z.object({ status: z.literal('unavailable') }) }],
});

export const chooseLanguage = visitor.post('/language', {
  id: 'chooseLanguage',
  summary: 'Store the language of the pages for a year and redirect back',
  body: {
    kind: 'form',
    maxBytes: MAX_FORM_BYTES,
    schema: z.object({
      locale: z.enum(LOCALES),
      to: z.string().max(MAX_ADDRESS).regex(SITE_PATH),
    }),
  },
  responses: { 303: { location: true } },
});

export const describeApi = visitor.get('/openapi.json', {
  id: 'describeApi',
  summary: 'This API description',
  description: 'The endpoints that are meant for others than this site, as OpenAPI 3.1.',
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
});

/** Without the CRON_SECRET of the operator, and while none is configured. */
const refused = ['auth.forbidden', 'request.unknown'] as const;

/** Time for the jobs in milliseconds; messages that remain are sent by the next run. */
const JOBS_MS = 60_000;

export const runJobsByGet = scheduler.get('/jobs/run', {
  id: 'runJobsByGet',
  summary: 'Run the jobs once, as platforms call it that send GET',
  deadlineMs: JOBS_MS,
  ok: jobsDoneSchema,
  errors: refused,
});

export const runJobsByPost = scheduler.post('/jobs/run', {
  id: 'runJobsByPost',
  summary: 'Run the jobs once',
  deadlineMs: JOBS_MS,
  ok: jobsDoneSchema,
  errors: refused,
});

export const metrics = scheduler.get('/metrics', {
  id: 'metrics',
  summary: 'Metrics in the Prometheus text format',
  responses: { 200: { media: 'text/plain' } },
  errors: refused,
});
