import { z } from 'zod';
import { MAX_FORM_BYTES } from '@/lib/core/limits';
import { LOCALES } from '@/lib/i18n/locale';
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
      // A path on this site, never a URL of another site in any notation. ASCII only, as required in a header.
      to: z
        .string()
        .max(MAX_ADDRESS)
        .regex(/^\/(?![/\\])[!-[\]-~]*$/),
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
