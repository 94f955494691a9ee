import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseEnv } from './env';
import { CHANGEABLE_LIMITS } from './limits';
import { requireEnvironment } from './startup';

const usable = {
  DATABASE_URL: 'postgres://user:password@db.example/seats',
  APP_SECRET: 'a secret of at least thirty-two characters',
  APP_URL: 'https://seats.example',
  MESSAGE_TRANSPORT: 'outbox',
};

/** Returns the problems of a valid environment with these changes; undefined removes a variable. */
function problemsWith(changes: Record<string, string | undefined>): string[] {
  const result = parseEnv({ ...usable, ...changes });
  return result.ok ? [] : result.problems;
}

describe('parseEnv', () => {
  test('accepts a complete environment and fills in the defaults', () => {
    const result = parseEnv(usable);
    expect(result).toMatchObject({
      ok: true,
      env: { ...usable, DATABASE_POOL: 10, DATA_DIR: '.data', OTP_DEFAULT_METHOD: 'email', TRUSTED_PROXY_HOPS: 0 },
    });
  });

  test.each(['DATABASE_URL', 'APP_SECRET', 'APP_URL', 'MESSAGE_TRANSPORT'])(
    'security 53: names %s when it is missing or blank',
    (name) => {
      for (const value of [undefined, '', '   ']) {
        const problems = problemsWith({ [name]: value });
        expect(problems).toHaveLength(1);
        expect(problems[0]).toMatch(new RegExp(`^${name} is required`));
      }
    },
  );

  test.each([
    ['DATABASE_URL', 'mysql://db.example/seats'],
    ['DATABASE_URL', 'db.example:5432'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_POOL', 'many'],
    ['DATABASE_POOL', '2.5'],
    ['DATABASE_POOLER', 'session'],
    ['APP_SECRET', 'short'],
    ['APP_URL', 'seats.example'],
    ['APP_URL', 'https://seats.example/path'],
    ['APP_SECRET', 'changeme'.repeat(5)],
    ['CRON_SECRET', 'secretsecretsecret'],
    ['MESSAGE_FROM', 'Seat Adoption'],
    ['TRUSTED_PROXY_HOPS', 'one'],
    ['APP_URL', 'javascript:alert(1)'],
    ['MESSAGE_TRANSPORT', 'pigeon'],
    ['OTP_DEFAULT_METHOD', 'fax'],
    ['RESEND_BASE_URL', 'nowhere'],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtps://mail.example:587'],
    ['SMTP_URL', 'smtp://mail.example:465'],
    ['SMTP_URL', 'smtps://mail.example/inbox'],
    ['DATABASE_URL', 'postgres://db.example'],
    ['DATABASE_OWNER_URL', 'postgres://owner:p/w@db.example/seats'],
    ['SMS_URL', 'ftp://texts.example'],
    ['OTP_SMS_FALLBACK', 'phone'],
    ['PAYMENT_PROVIDER', 'cash'],
    ['RAZORPAY_KEY_ID', 'rzp_prod_1DP5mmOlF5G5ag'],
    ['RAZORPAY_KEY_SECRET', 'two words of it'],
    ['RAZORPAY_WEBHOOK_SECRET', 'short'],
    ['RAZORPAY_WEBHOOK_SECRET', 'a-current-webhook-secret,'],
    ['RAZORPAY_MAX_RUPEES', '0'],
    ['RAZORPAY_MAX_RUPEES', '5 lakh'],
    ['RAZORPAY_BASE_URL', 'api.razorpay.com'],
    ['RAZORPAY_BASE_URL', 'https://api.razorpay.com/v1'],
    ['ADMIN_IDLE_MINUTES', '4'],
    ['PASSWORD_MIN_LENGTH', '0'],
    ['PASSWORD_MIN_LENGTH', '129'],
    ['TRUSTED_PROXY_HOPS', '-1'],
    ['TRUSTED_PROXY_HOPS', '1e9'],
    ['PASSWORD_MIN_STRENGTH', '5'],
  ])('security 53: names %s when it is %s', (name, value) => {
    const problems = problemsWith({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} (?!is required)`));
  });

  test.each([
    ['SMTP_URL', 'smtps://user:100%pure@mail.example', "has a '%' that encodes nothing"],
    ['SMTP_URL', 'smtps://user:p@ss/w#rd@mail.example', "is cut off at '#'"],
    ['SMTP_URL', 'smtps://user:7?x@mail.example', "is cut off at '?'"],
    ['SMTP_URL', 'smtps://user:7/x@mail.example', 'must end after host and port'],
    ['DATABASE_URL', 'postgres://user:100%pure@db.example/seats', "has a '%' that encodes nothing"],
    ['DATABASE_URL', 'postgres://user:p@ss/w#rd@db.example/seats', "is cut off at '#'"],
    ['DATABASE_URL', 'postgres://user:7/x@db.example/seats', 'must end with a database name'],
  ])('security 153: names %s when its password is not encoded, without it: %s', (name, value, problem) => {
    const [told, ...others] = problemsWith({ [name]: value });
    expect(others).toEqual([]);
    expect(told).toMatch(/# is %23, \/ is %2F/);
    expect(told!.startsWith(`${name} ${problem}`)).toBe(true);
    expect(told).not.toMatch(/pure|ss\/w|rd@|7[?/]x/);
  });

  test('security 153: encoded passwords of any kind are accepted', () => {
    const password = encodeURIComponent('p@ss/w#r?d%:');
    expect(
      problemsWith({
        DATABASE_URL: `postgres://user:${password}@db.example:6432/seats?sslmode=require`,
        DATABASE_OWNER_URL: `postgresql://owner:${password}@[::1]/seats`,
        SMTP_URL: `smtps://user%40seats.example:${password}@mail.example:465`,
      }),
    ).toEqual([]);
  });

  test('codes by text message need a provider of text messages', () => {
    const byMail = { MESSAGE_TRANSPORT: 'smtp', SMTP_URL: 'smtp://mail.example', MESSAGE_FROM: 'a@b.example' };
    const byPhone = { ...byMail, OTP_DEFAULT_METHOD: 'phone' };
    expect(problemsWith(byPhone)).toEqual(["SMS_URL is required when OTP_DEFAULT_METHOD is 'phone'"]);
    expect(problemsWith({ ...byPhone, SMS_URL: 'https://texts.example' })).toEqual([]);
  });

  test.each(['SMTP_URL', 'MESSAGE_FROM'])('security 53: requires %s for SMTP only', (name) => {
    const smtp = {
      MESSAGE_TRANSPORT: 'smtp',
      SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
      MESSAGE_FROM: 'Seats <seats@seats.example>',
    };
    expect(problemsWith(smtp)).toEqual([]);
    expect(problemsWith({ ...smtp, [name]: undefined })).toEqual([
      `${name} is required when MESSAGE_TRANSPORT is 'smtp'`,
    ]);
  });

  test('security 96: LIMITS changes the limits that it names, and no others', () => {
    expect(parseEnv(usable)).toMatchObject({ env: { LIMITS: CHANGEABLE_LIMITS } });
    expect(parseEnv({ ...usable, LIMITS: ' registrations = 40, documents=60,' })).toMatchObject({
      env: { LIMITS: { ...CHANGEABLE_LIMITS, registrations: 40, documents: 60 } },
    });
  });

  test.each([
    'registration=40',
    'registrations',
    'registrations=0',
    'registrations=-1',
    'registrations=1e9',
    'registrations=100001',
    'registrations=40;documents=60',
    '__proto__=4',
  ])('security 96: names LIMITS when it is %s', (value) => {
    const problems = problemsWith({ LIMITS: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^LIMITS must /);
  });

  test.each(['MAX_UNPAID_SEATS_PER_COMPANY', 'MAX_UNPAID_SEATS_PER_NETWORK'])(
    'security 96: names %s when it is 0',
    (name) => {
      expect(problemsWith({ [name]: '0' })).toHaveLength(1);
    },
  );

  test.each(['RESEND_API_KEY', 'MESSAGE_FROM'])('security 53: requires %s for Resend only', (name) => {
    const resend = { MESSAGE_TRANSPORT: 'resend', RESEND_API_KEY: 'key', MESSAGE_FROM: 'Seats <seats@seats.example>' };
    expect(problemsWith(resend)).toEqual([]);
    expect(problemsWith({ ...resend, [name]: undefined })).toEqual([
      `${name} is required when MESSAGE_TRANSPORT is 'resend'`,
    ]);
    expect(problemsWith({ [name]: undefined })).toEqual([]);
  });

  test.each([
    'not JSON',
    '{"to":"{to}"}',
    '{"text":"{text}"}',
    '{"to":{to},"text":"{text}"}',
    '{"to":"{to}","text":"{text}"',
  ])('security 53: names SMS_BODY when it does not become JSON that carries the message: %s', (template) => {
    expect(problemsWith({ SMS_URL: 'https://texts.example/send', SMS_BODY: template })).toEqual([
      'SMS_BODY must be JSON with {to} and {text} or {code} inside its strings',
    ]);
  });

  test('security 53: names settings of texts that no provider would get, and a header that is none', () => {
    const settings = {
      SMS_AUTHORIZATION: 'Bearer key',
      SMS_BODY: '{"to":"{to}","values":["{code}"],"template":"1107"}',
    };
    expect(problemsWith({ ...settings, SMS_URL: 'https://texts.example/send' })).toEqual([]);
    expect(problemsWith(settings)).toEqual([
      'SMS_AUTHORIZATION is of no use without SMS_URL',
      'SMS_BODY is of no use without SMS_URL',
    ]);
    expect(problemsWith({ SMS_URL: 'https://texts.example/send', SMS_AUTHORIZATION: 'a\nb' })).toEqual([
      'SMS_AUTHORIZATION must be the value of a header: printable ASCII',
    ]);
  });

  const razorpay = {
    RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
    RAZORPAY_KEY_SECRET: 'test_key_secret_0001',
    RAZORPAY_WEBHOOK_SECRET: 'test_webhook_secret_0001',
  };

  test('security 53: Razorpay needs its three variables, and has a limit and an address by default', () => {
    const result = parseEnv({ ...usable, ...razorpay, PAYMENT_PROVIDER: 'razorpay' });
    expect(result).toMatchObject({
      ok: true,
      env: {
        RAZORPAY_WEBHOOK_SECRET: ['test_webhook_secret_0001'],
        RAZORPAY_MAX_RUPEES: 500_000,
        RAZORPAY_BASE_URL: 'https://api.razorpay.com',
      },
    });
    expect(problemsWith({ PAYMENT_PROVIDER: 'razorpay' })).toEqual(
      Object.keys(razorpay).map((name) => `${name} is required when PAYMENT_PROVIDER is 'razorpay'`),
    );
    const both = { RAZORPAY_WEBHOOK_SECRET: 'the-current-webhook-secret,the-previous-webhook-secret' };
    expect(parseEnv({ ...usable, ...razorpay, ...both })).toMatchObject({
      env: { RAZORPAY_WEBHOOK_SECRET: ['the-current-webhook-secret', 'the-previous-webhook-secret'] },
    });
  });

  test.each(Object.keys(razorpay))(
    'security 53: half a set of Razorpay is refused without %s, whatever the provider is',
    (name) => {
      for (const provider of [undefined, 'sandbox'])
        expect(problemsWith({ ...razorpay, PAYMENT_PROVIDER: provider, [name]: undefined })).toEqual([
          `${name} is required when another of the RAZORPAY variables is set`,
        ]);
    },
  );

  test('security 53: keys of Razorpay are sent to Razorpay, and test keys to a local stand-in, too', () => {
    const at = (url: string, keyId = razorpay.RAZORPAY_KEY_ID) =>
      problemsWith({ ...razorpay, RAZORPAY_KEY_ID: keyId, RAZORPAY_BASE_URL: url });
    for (const url of ['http://127.0.0.1:4100', 'http://localhost:4100/', 'http://[::1]:4100', 'https://proxy.example'])
      expect(at(url), url).toEqual([]);
    expect(at('https://api.razorpay.com/', 'rzp_live_1DP5mmOlF5G5ag')).toEqual([]);
    for (const url of ['http://127.0.0.1:4100', 'https://proxy.example', 'http://api.razorpay.com'])
      expect(at(url, 'rzp_live_1DP5mmOlF5G5ag'), url).toEqual([
        'RAZORPAY_BASE_URL must be https://api.razorpay.com with a live key',
      ]);
    for (const url of ['http://api.razorpay.com', 'http://127.0.0.1.example', 'http://localhost.example'])
      expect(at(url), url).toEqual(['RAZORPAY_BASE_URL must be an https address, or http on this machine']);
    expect(problemsWith({ RAZORPAY_BASE_URL: 'https://proxy.example', RAZORPAY_MAX_RUPEES: '5' })).toEqual([
      'RAZORPAY_MAX_RUPEES is of no use without RAZORPAY_KEY_ID',
      'RAZORPAY_BASE_URL is of no use without RAZORPAY_KEY_ID',
    ]);
  });

  test('names every problem at once, and never the value', () => {
    const problems = problemsWith({ APP_SECRET: 'hunter2', APP_URL: undefined, DATABASE_URL: 'hunter2' });
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(['APP_SECRET', 'APP_URL', 'DATABASE_URL']);
    expect(problems.join()).not.toContain('hunter2');
  });

  test.each([
    ['TRUSTED_PROXY_HOP', 'TRUSTED_PROXY_HOPS'],
    ['SMTP_ULR', 'SMTP_URL'],
    ['MESAGE_TRANSPORT', 'MESSAGE_TRANSPORT'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ])('the misspelt name %s is a problem, which names %s', (name, meant) => {
    expect(parseEnv({ ...usable, [name]: '1' })).toEqual({
      ok: false,
      problems: [`${name} is unknown. Is it ${meant}?`],
    });
  });

  test('names of other programs are none', () => {
    const others = [
      'PATH',
      'HOME',
      'LANG',
      'NODE_ENV',
      'XDG_DATA_DIRS',
      'SSH_TTY',
      'VERCEL_URL',
      'PGPASSWORD',
      'APPDATA',
    ];
    expect(parseEnv({ ...usable, ...Object.fromEntries(others.map((name) => [name, 'x'])) })).toMatchObject({
      ok: true,
    });
  });

  test('a number that is none says which numbers are possible', () => {
    expect(parseEnv({ ...usable, TRUSTED_PROXY_HOPS: 'one', DATABASE_POOL: '1.5' })).toEqual({
      ok: false,
      problems: [
        'DATABASE_POOL must be a whole number from 1 to 200',
        'TRUSTED_PROXY_HOPS must be a whole number from 0 to 5',
      ],
    });
  });

  test('uses the URL of a Vercel deployment, unless APP_URL is set', () => {
    const vercel = { VERCEL: '1', VERCEL_PROJECT_PRODUCTION_URL: 'seats.vercel.example' };
    expect(parseEnv({ ...usable, ...vercel, APP_URL: undefined })).toMatchObject({
      env: { APP_URL: 'https://seats.vercel.example' },
    });
    expect(parseEnv({ ...usable, ...vercel })).toMatchObject({ env: { APP_URL: usable.APP_URL } });
  });
});

describe('requireEnvironment', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test('security 53: ends the program with 1 and the name of the variable', () => {
    for (const [name, value] of Object.entries(usable)) vi.stubEnv(name, value);
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    requireEnvironment();
    expect(exit).not.toHaveBeenCalled();

    vi.stubEnv('APP_SECRET', '');
    requireEnvironment();
    expect(exit).toHaveBeenCalledWith(1);
    expect(String(written.mock.calls[0]?.[0])).toContain('APP_SECRET is required');
  });
});

describe('the documentation of the environment', () => {
  const [example, source] = ['.env.example', 'lib/platform/env.ts'].map((file) => readFileSync(file, 'utf8'));
  const inExample = [...example!.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!);

  test('.env.example has every validated variable except VERCEL, which the platform sets', () => {
    const checked = [...source!.matchAll(/^ {2}([A-Z][A-Z_]+): z$|^ {2}([A-Z][A-Z_]+): z\./gm)].map(
      ([, a, b]) => a ?? b,
    );
    expect(checked).toContain('APP_SECRET');
    expect(checked.filter((name) => !inExample.includes(name!))).toEqual(['VERCEL']);
  });
});
