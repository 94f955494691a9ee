import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { Endpoint, ErrorStatus } from './endpoint';

/** The headers of answers. */
export const requestId = { 'X-Request-Id': z.string().describe('Names the request in the log') };
export const retryAfter = {
  'Retry-After': z
    .string()
    .regex(/^[1-9]\d*$/)
    .describe('Seconds to wait'),
};

/** What a status of a refusal means. */
export const ERROR_DESCRIPTIONS: Record<ErrorStatus, string> = {
  400: 'What was sent cannot be used as it is',
  401: 'No session of whoever may make this call',
  403: 'Not allowed to whoever asks, or not at this point',
  404: 'There is no such thing',
  405: 'Not made by this method',
  409: 'It does not fit what is there now',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The key was used for another request',
  429: 'Too often; come back after Retry-After',
  503: 'Not now; come back after Retry-After',
};

/** A failure that nobody foresaw. It has no message, so that a screen shows its own and nothing internal leaks. */
export const unexpected: ZodOpenApiResponseObject = {
  description: 'Something went wrong here',
  headers: z.object(requestId),
  content: { 'application/json': { schema: z.object({ code: z.literal('internal') }) } },
};

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

export const SECURITY_SCHEMES = {
  sponsor: bearer('The token that login answers'),
  administrator: bearer('The token that admin_login answers'),
  receipt: bearer('The receipt_token that verify-otp answers'),
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Sandbox-Signature',
    description: "The provider's signature of the body; the name of the header is the provider's",
  },
} as const;

/** What a call asks to be sent along; an empty one means that it can be made without. */
export function securityOf({ access, optionalAuth }: Endpoint): Record<string, string[]>[] {
  switch (access) {
    case 'anyone':
      return optionalAuth ? [{}, { [optionalAuth]: [] }] : [{}];
    case 'provider':
      return [{ signature: [] }];
    case 'administrator':
      return [{ administrator: [] }];
    default:
      return [{ sponsor: [] }];
  }
}
