import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorStatus } from '@/lib/platform/i18n/error-codes';
import type { Endpoint } from './endpoint';

/** Response headers. */
export const requestId = { 'X-Request-Id': z.string().describe('Identifies the request in the log') };
export const retryAfter = {
  'Retry-After': z
    .string()
    .regex(/^[1-9]\d*$/)
    .describe('Seconds to wait'),
};

/** Descriptions of the error statuses. */
export const ERROR_DESCRIPTIONS: Record<ErrorStatus, string> = {
  400: 'The request is invalid',
  401: 'No valid session or credentials',
  403: 'Not allowed for this caller, or not in the current state',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflicts with the current state',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The idempotency key was used for another request',
  429: 'Too many requests; retry after Retry-After',
  503: 'Temporarily unavailable; retry after Retry-After',
};

/** An unexpected error. Without a message, so that pages show their own and nothing internal leaks. */
export const unexpected: ZodOpenApiResponseObject = {
  description: 'Unexpected server error',
  headers: z.object(requestId),
  content: { 'application/json': { schema: z.object({ code: z.literal('internal') }) } },
};

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

export const SECURITY_SCHEMES = {
  sponsor: bearer('The token returned by login'),
  administrator: bearer('The token returned by admin_login'),
  receipt: bearer('The receipt_token returned by verify-otp'),
  scheduler: bearer('The CRON_SECRET of the operator'),
  access: bearer('The access token of a guest’s adoption, as its page uses it; valid for an hour'),
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Razorpay-Signature',
    description: "The provider's signature of the body; the header name depends on the provider",
  },
} as const;

/** Returns the security requirements of an endpoint; an empty one means that no credentials are needed. */
export function securityOf({ access, optionalAuth }: Endpoint): Record<string, string[]>[] {
  switch (access) {
    case 'anyone':
      return optionalAuth ? [{}, { [optionalAuth]: [] }] : [{}];
    case 'provider':
      return [{ signature: [] }];
    case 'administrator':
    case 'office':
    case 'account':
      return [{ administrator: [] }];
    case 'scheduler':
      return [{ scheduler: [] }];
    case 'holder':
      return [{ sponsor: [] }, { access: [] }];
    default:
      return [{ sponsor: [] }];
  }
}
