import 'server-only';
import { z } from 'zod';
import { CODE_CHANNELS } from '@/db/schema/enums';
import { isSmsTemplate } from './sms-template';
import { databaseAddressProblem, mailAddressProblem } from './address';
import { editDistance } from './edit-distance';
import { CHANGEABLE_LIMITS, DEFAULT_HOURLY_CAP, MAX_CHANGED_LIMIT, type LimitName } from './limits';
import { LOG_LEVELS } from './log';
import { isLoopback } from './loopback';

/** A whole number; the message is the same for text, fractions and numbers out of range. */
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** Maximum unpaid seats (lib/adoption/take/seat-limits.ts). */
const seatLimit = (seats: number) => wholeNumber(1, 100_000_000).default(seats);

/** Parses LIMITS, such as 'registrations=40, documents=60'; limits that it does not name keep their defaults. */
function parseLimits(text: string, context: z.RefinementCtx): Record<LimitName, number> {
  const values: Record<LimitName, number> = { ...CHANGEABLE_LIMITS };
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([a-z_]+)\s*=\s*(\d{1,6})\s*$/.exec(part) ?? [];
    if (!Object.hasOwn(CHANGEABLE_LIMITS, name))
      context.addIssue(
        `must be name=number, with commas between, where a name is one of ${Object.keys(CHANGEABLE_LIMITS).join(', ')}`,
      );
    else if (Number(value) < 1 || Number(value) > MAX_CHANGED_LIMIT)
      context.addIssue(`must have values from 1 to ${MAX_CHANGED_LIMIT}: ${name}`);
    else values[name as LimitName] = Number(value);
  }
  return values;
}

const APP_URL_ERROR = 'must be the http(s) address that people open, without a path';
const RAZORPAY_URL = 'https://api.razorpay.com';

/** Whether a text is an http(s) address without path, query or user. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** An address with a user and a password in it. @param problemOf returns what is wrong with one (address.ts) */
const serverAddress = (example: string, problemOf: (address: string) => string | null) =>
  z.string({ error: `must be an address like ${example}` }).superRefine((address, context) => {
    const problem = problemOf(address);
    if (problem) context.addIssue(problem);
  });
const databaseAddress = serverAddress('postgres://user:password@host:5432/name', databaseAddressProblem);

/** Whether a secret has at least ten different characters: 'changeme' four times has seven. */
function isVaried(secret: string): boolean {
  return new Set(secret).size >= 10;
}

const schema = z.object({
  DATABASE_URL: databaseAddress,
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_POOLER: z.enum(['transaction'], { error: "must be 'transaction' or unset" }).optional(),
  DATABASE_POOL: wholeNumber(1, 200).default(10),
  TOTALS_AGE_MS: wholeNumber(0, 60_000).default(1000),
  APP_SECRET: z
    .string({ error: 'is required: at least 32 random characters' })
    .min(32, { error: 'must have at least 32 characters', abort: true })
    .refine(isVaried, { error: 'must be random: it repeats a few characters' }),
  APP_URL: z.string({ error: APP_URL_ERROR }).refine(isOrigin, { error: APP_URL_ERROR }),
  DATA_DIR: z.string().default('.data'),
  MESSAGE_TRANSPORT: z.enum(['outbox', 'resend', 'smtp'], { error: "must be 'outbox', 'resend' or 'smtp'" }),
  RESEND_API_KEY: z.string().min(1).optional(),
  MESSAGE_FROM: z
    .string()
    .regex(/^(?:[^<>]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, {
      error: "must be an e-mail address, or 'Name <address>'",
    })
    .optional(),
  RESEND_BASE_URL: z.url().optional(),
  SMTP_URL: serverAddress('smtps://user:password@host:465', mailAddressProblem).optional(),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of the text-message provider' })
    .optional(),
  SMS_AUTHORIZATION: z
    .string()
    .regex(/^[\x20-\x7e]+$/, { error: 'must be the value of a header: printable ASCII' })
    .optional(),
  SMS_BODY: z
    .string()
    .refine(isSmsTemplate, { error: 'must be JSON with {to} and {text} or {code} inside its strings' })
    .optional(),
  OTP_SMS_FALLBACK: z.enum(['email'], { error: "must be 'email' or unset" }).optional(),
  OTP_HOURLY_CAP: wholeNumber(10, 1_000_000).default(DEFAULT_HOURLY_CAP),
  PAYMENT_PROVIDER: z.enum(['sandbox', 'razorpay'], { error: "must be 'sandbox' or 'razorpay'" }).optional(),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^rzp_(test|live)_[A-Za-z0-9]{4,60}$/, { error: 'must be a key id: rzp_test_… or rzp_live_…' })
    .optional(),
  RAZORPAY_KEY_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{8,}$/, { error: 'must have at least 8 characters of ASCII and no spaces' })
    .optional(),
  RAZORPAY_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x21-\x2b\x2d-\x7e]{16,}(,[\x21-\x2b\x2d-\x7e]{16,})?$/, {
      error: 'must be one secret, or the current and the previous one with a comma between, of at least 16 characters',
    })
    .transform((secrets) => secrets.split(','))
    .optional(),
  RAZORPAY_MAX_RUPEES: wholeNumber(1, 1_000_000_000).default(500_000),
  RAZORPAY_BASE_URL: z
    .string()
    .refine(isOrigin, { error: 'must be the http(s) address of the API, without a path' })
    .transform((url) => new URL(url).origin)
    .default(RAZORPAY_URL),
  PASSWORD_MIN_LENGTH: wholeNumber(1, 128).default(1),
  PASSWORD_MIN_STRENGTH: wholeNumber(0, 4).default(0),
  ADMIN_TOTP: z.enum(['optional', 'required'], { error: "must be 'optional' or 'required'" }).default('optional'),
  ADMIN_IDLE_MINUTES: wholeNumber(5, 480).default(60),
  OTP_DEFAULT_METHOD: z.enum(CODE_CHANNELS, { error: "must be 'email' or 'phone'" }).default('email'),
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https|tel)$/, error: 'must be a mailto:, https: or tel: address' })
    .regex(/^[\x21-\x7e]+$/, { error: 'must be a mailto:, https: or tel: address' })
    .optional(),
  SUPPORT_CONTACT: z
    .string()
    .trim()
    .max(200, 'must have at most 200 characters')
    .regex(/^[^\p{Cc}\p{Cf}]+$/u, 'must be one line of text')
    .optional(),
  MAX_UNPAID_SEATS_PER_EMAIL: seatLimit(1000),
  MAX_UNPAID_SEATS_PER_DOMAIN: seatLimit(1000),
  MAX_UNPAID_SEATS_PER_COMPANY: seatLimit(1000),
  MAX_UNPAID_SEATS_PER_NETWORK: seatLimit(2000),
  MAX_SEATS_PER_ADDRESS_AND_DAY: seatLimit(1000),
  LIMITS: z.string().default('').transform(parseLimits),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 5).default(0),
  JOBS: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('on'),
  CRON_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, { error: 'must have at least 16 characters of ASCII and no spaces' })
    .refine(isVaried, { error: 'must be random: it repeats a few characters' })
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: "must be 'info', 'warn' or 'error'" }).default('info'),
  OUTBOX_PRINT: z.enum(['on'], { error: "must be 'on' or unset" }).optional(),
  VERCEL: z.string().optional(),
});

export type Env = z.infer<typeof schema>;

const NEEDED_BY_TRANSPORT = {
  outbox: [],
  resend: ['RESEND_API_KEY', 'MESSAGE_FROM'],
  smtp: ['SMTP_URL', 'MESSAGE_FROM'],
} as const satisfies Record<Env['MESSAGE_TRANSPORT'], readonly (keyof Env)[]>;

/** Validates the variables; returns one line per invalid variable. Empty strings count as unset. */
export function parseEnv(
  source: Record<string, string | undefined>,
): { ok: true; env: Env } | { ok: false; problems: string[] } {
  const variables = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  if (!variables.APP_URL && variables.VERCEL_PROJECT_PRODUCTION_URL)
    variables.APP_URL = `https://${variables.VERCEL_PROJECT_PRODUCTION_URL}`;
  const parsed = schema.safeParse(variables);
  const problems = misspeltNames(Object.keys(variables));
  if (!parsed.success)
    problems.push(
      ...parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return variables[name] === undefined && !issue.message.startsWith('is required')
          ? `${name} is required: ${issue.message}`
          : `${name} ${issue.message}`;
      }),
    );
  if (parsed.success) {
    const { MESSAGE_TRANSPORT } = parsed.data;
    for (const name of NEEDED_BY_TRANSPORT[MESSAGE_TRANSPORT])
      if (!parsed.data[name]) problems.push(`${name} is required when MESSAGE_TRANSPORT is '${MESSAGE_TRANSPORT}'`);
  }
  if (parsed.success && !parsed.data.SMS_URL) {
    if (parsed.data.OTP_DEFAULT_METHOD === 'phone' && parsed.data.MESSAGE_TRANSPORT !== 'outbox')
      problems.push("SMS_URL is required when OTP_DEFAULT_METHOD is 'phone'");
    for (const name of ['SMS_AUTHORIZATION', 'SMS_BODY'] as const)
      if (parsed.data[name]) problems.push(`${name} is of no use without SMS_URL`);
  }
  if (parsed.success) problems.push(...razorpayProblems(parsed.data, variables));
  return parsed.success && problems.length === 0 ? { ok: true, env: parsed.data } : { ok: false, problems };
}

/** Read by the commands and not validated here. */
const OTHER_NAMES = [
  ...['ADMIN_PASSWORD', 'ADMIN_USERNAME', 'INSTANCE_NAME'],
  ...['NEXT_PUBLIC_DISTRICTS_URL', 'WEB_CONCURRENCY'],
];

/** A variable whose name differs from one of ours in at most two letters would silently have no effect. */
function misspeltNames(names: string[]): string[] {
  const knownNames = [...Object.keys(schema.shape), ...OTHER_NAMES];
  return names
    .filter((name) => !knownNames.includes(name))
    .flatMap((name) => {
      const meant = knownNames.find((knownName) => knownName.length > 6 && editDistance(knownName, name) <= 2);
      return meant ? [`${name} is unknown. Is it ${meant}?`] : [];
    });
}

/** Keys are validated whatever PAYMENT_PROVIDER is: payments that are open still need them after a change of it. */
function razorpayProblems(values: Env, variables: Record<string, string | undefined>): string[] {
  const needed = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
  const isChosen = values.PAYMENT_PROVIDER === 'razorpay';
  if (!isChosen && !needed.some((name) => values[name]))
    return ['RAZORPAY_MAX_RUPEES', 'RAZORPAY_BASE_URL']
      .filter((name) => variables[name])
      .map((name) => `${name} is of no use without RAZORPAY_KEY_ID`);
  const problems = needed
    .filter((name) => !values[name])
    .map(
      (name) =>
        `${name} is required when ${isChosen ? "PAYMENT_PROVIDER is 'razorpay'" : 'another of the RAZORPAY variables is set'}`,
    );
  const { protocol, hostname } = new URL(values.RAZORPAY_BASE_URL);
  if (values.RAZORPAY_BASE_URL !== RAZORPAY_URL && values.RAZORPAY_KEY_ID?.startsWith('rzp_live_'))
    problems.push(`RAZORPAY_BASE_URL must be ${RAZORPAY_URL} with a live key`);
  else if (protocol === 'http:' && !isLoopback(hostname))
    problems.push('RAZORPAY_BASE_URL must be an https address, or http on this machine');
  return problems;
}

let cached: Env | undefined;

/**
 * Returns the validated environment. Throws an error that names every invalid variable; a server does not start with
 * one (startup.ts).
 */
export function env(): Env {
  if (cached) return cached;
  const result = parseEnv(process.env);
  if (!result.ok) throw new Error(`The environment is not usable:\n  ${result.problems.join('\n  ')}`);
  cached = result.env;
  return cached;
}
