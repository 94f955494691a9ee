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
  summary: 'Whether this instance can serve',
  description:
    'Serves when the database answers within 1.5 seconds, has the migrations of this release, and lets its rows be read and written.',
  access: 'anyone',
  responses: { 200: { description: 'It can', schema: z.object({ status: z.literal('ok') }) } },
  errors: { 503: { codes: ['request.unavailable'], details: z.object({ status: z.literal('unavailable') }) } },
});

export const chooseLanguage = defineEndpoint({
  id: 'chooseLanguage',
  method: 'POST',
  path: '/language',
  tag: 'Service',
  summary: 'Remember the language of the pages for a year, and lead back',
  description: 'A plain form, so that it works without scripts. Calls follow Accept-Language instead.',
  access: 'anyone',
  body: {
    kind: 'form',
    maxBytes: MAX_FORM_BYTES,
    schema: z.object({
      locale: z.enum(LOCALES),
      // A path of this site: not an address of another one, however it is written. A header holds ASCII, as addresses do.
      to: z
        .string()
        .max(MAX_ADDRESS)
        .regex(/^\/(?![/\\])[!-[\]-~]*$/),
    }),
  },
  responses: { 303: { description: 'On to the page it was chosen on', location: true } },
});

export const describeApi = defineEndpoint({
  id: 'describeApi',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This description',
  access: 'anyone',
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
});
