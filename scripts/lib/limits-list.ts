import { HOLD_SECONDS, HOLD_WAIT } from '@/lib/adoption/core/hold-rules';
import { LOCK_MS, NOTICE_LOCK_MS, STATEMENT_MS } from '@/db/client';
import { parseEnv } from '@/lib/platform/env';
import * as limits from '@/lib/platform/limits';

/** The list of limits in docs/security.md, in Markdown: the constants of lib/platform/limits.ts and the defaults of the settings. */
export function limitsList(): string {
  return limitRows()
    .map(([what, limit]) => `- **${what}**: ${limit}`)
    .join('\n');
}

function limitRows(): [string, string][] {
  const {
    LOGIN_FAILURES,
    ADMIN_LOGIN_FAILURES,
    REGISTRATIONS,
    CODE_TRIES,
    DOCUMENTS,
    PAPER_DETAILS,
    SHARED_CARTS,
    SHARED_CART_DECISIONS,
    COSTLY_PAGES,
  } = limits;
  const settings = defaultSettings();
  return [
    [
      'failed logins of a sponsor',
      `${failures('account', LOGIN_FAILURES)} (\`login_failures\`, \`login_failures_per_address\`). Networks of logins in the last ${limits.KNOWN_NETWORK_DAYS} days are bound by their own ${LOGIN_FAILURES.account} alone`,
    ],
    [
      'failed logins of an administrator',
      `${failures('name', ADMIN_LOGIN_FAILURES)} (\`admin_login_failures\`, \`admin_login_failures_per_address\`); known networks as above`,
    ],
    [
      'second factor of an administrator',
      `wrong codes as failed logins; asked again ${time(limits.ADMIN_CONFIRMED_SECONDS)} after it was given, before money or accounts change`,
    ],
    [
      'links that set the password of an administrator',
      `${limits.ADMIN_LINK_HOURS.invitation} hours for an invitation, ${limits.ADMIN_LINK_HOURS.reset} for a new password; one an account, used once`,
    ],
    [
      'links for a forgotten password of an office',
      `${perAddress(limits.OFFICE_LINKS.address.points)}, and ${limits.OFFICE_LINKS.recipient.points} to one e-mail address, in ${time(limits.OFFICE_LINKS.address.seconds)}`,
    ],
    [
      'new passwords',
      `${limits.NEW_PASSWORDS.points} tries in ${time(limits.NEW_PASSWORDS.seconds)} for one account, by its password, a code or a link`,
    ],
    ['new accounts', `${perAddress(REGISTRATIONS.points)}, in ${time(REGISTRATIONS.seconds)} (\`registrations\`)`],
    [
      'reports of a lost mailbox',
      `${perAddress(limits.LOST_MAILBOXES.address.points)}, and ${limits.LOST_MAILBOXES.recipient.points} with one new address, in ${time(limits.LOST_MAILBOXES.address.seconds)}`,
    ],
    [
      'addresses for notices of an administrator',
      `${limits.NOTICE_ADDRESSES.points} in ${time(limits.NOTICE_ADDRESSES.seconds)}`,
    ],
    [
      'tables by e-mail of an administrator',
      `${limits.MAX_EXPORTS}, a spreadsheet attached up to ${limits.MAX_EXPORT_BYTES / 1024 / 1024} MB`,
    ],
    [
      'codes sent',
      [
        `for one purpose to one recipient: one in ${time(limits.RESEND_SECONDS)} and ${limits.MAX_SENDS_PER_RECIPIENT} an hour for a requester (a network, or a signed-in sponsor; \`codes_per_requester\`)`,
        `whoever requests them: ${limits.MAX_SENDS_TO_RECIPIENT} an hour, ${limits.MAX_SENDS_TO_RECIPIENT_KNOWN} if the requester recently entered a correct code`,
        `requests in an hour: ${perAddress(limits.MAX_SENDS_PER_ADDRESS)} (\`codes_per_address\`); a network gets fewer once ${limits.CAP_CALM * 100} % of a part of the cap is used, with the square of what is left of it, one at least`,
        'codes that were used count in none of these three',
        `\`OTP_HOURLY_CAP\` (${count(settings.OTP_HOURLY_CAP)}) an hour altogether: ${limits.CAP_SHARE_OF_STRANGERS * 100} % for everybody, the rest for known ones`,
        `${limits.MAX_SMS_PER_PREFIX} texts a day to numbers with the same first ${limits.PREFIX_DIGITS} digits, ${limits.MAX_SMS_PER_PREFIX * limits.KNOWN_SMS_FACTOR} with known ones (\`texts_per_prefix\`)`,
      ].join('; '),
    ],
    [
      'wrong codes',
      `${limits.MAX_WRONG_PER_CODE} end a code, ${limits.MAX_WRONG_PER_HOUR} in an hour end the codes that a requester had sent to a recipient; tries in ${time(CODE_TRIES.seconds)}: ${perAddress(CODE_TRIES.points)} (\`code_tries\`)`,
    ],
    [
      'adoptions of guests',
      `a code opens one for ${time(limits.ACCESS_SECONDS)}; adopting the same seats again within ${limits.REPEAT_HOURS} hours is asked first; ${limits.MESSAGES_WRITTEN.points} messages to the department in ${time(limits.MESSAGES_WRITTEN.seconds)} (an office: likewise), of up to ${count(limits.MAX_MESSAGE_LENGTH)} characters; the institutes' pages may be allowed to name its company, and the whole course be promised, ${limits.CHOICES_MADE.points} times each in ${time(limits.CHOICES_MADE.seconds)}, and a transfer told ${limits.TRANSFERS_TOLD.points} times in ${time(limits.TRANSFERS_TOLD.seconds)}`,
    ],
    [
      'documents',
      `${DOCUMENTS.points} an address in ${time(DOCUMENTS.seconds)} (\`documents\`); ${limits.MAX_DOCUMENT_JOBS} drafts and ${limits.MAX_DOCUMENT_JOBS} of verified adoptions at once, addresses in turn, then 503; the company of an account, or of an adoption, changes ${PAPER_DETAILS.points} times in ${time(PAPER_DETAILS.seconds)}`,
    ],
    [
      'files of administrators',
      `${limits.MAX_DOWNLOADS_AT_ONCE} spreadsheets and ${limits.MAX_IMPORTS_AT_ONCE} catalogue files at once a process, then 503`,
    ],
    [
      'JSON bodies',
      `${bytes(limits.MAX_BODY_BYTES)} (selections: ${bytes(limits.MAX_SELECTION_BYTES)}), counted while reading; ${limits.MAX_JSON_DEPTH} levels deep`,
    ],
    [
      'catalogue file',
      `${bytes(limits.MAX_IMPORT_BYTES)}, ${bytes(limits.MAX_UNPACKED_BYTES)} unpacked, ${count(limits.MAX_IMPORT_ROWS)} rows, ${count(limits.MAX_WORKBOOK_TAGS)} tags; ${time(limits.IMPORT_READ_MS / 1000)} and ${limits.IMPORT_HEAP_MIB} MB of heap to read`,
    ],
    [
      'bank statement',
      `${bytes(limits.MAX_STATEMENT_BYTES)}, ${count(limits.MAX_STATEMENT_ROWS)} rows; else as a catalogue file`,
    ],
    [
      'seats',
      `1 to ${count(limits.MAX_SEATS)} a line, ${limits.MAX_LINES} lines an adoption; drafts take none, holds end after ${time(HOLD_SECONDS)}; those of an adoption on paper are kept for ${limits.ENTRY_DAYS} days, those of a move for ${limits.MOVE_DAYS}, at most ${limits.MAX_MOVE_DAYS} days`,
    ],
    [
      'shared carts',
      `${perAddress(SHARED_CARTS.points)}, in ${time(SHARED_CARTS.seconds)} (\`shared_carts\`); a link ends after ${limits.SHARED_CART_DAYS} days`,
    ],
    [
      'requests to colleagues to approve seats',
      `${limits.APPROVAL_REQUESTS.points} a person, in ${time(limits.APPROVAL_REQUESTS.seconds)}`,
    ],
    [
      'links of auditors',
      `${limits.MAX_AUDITOR_LINKS} valid a year and company; a link ends after ${limits.AUDITOR_LINK_DAYS} days`,
    ],
    [
      'decisions about shared carts',
      `${perAddress(SHARED_CART_DECISIONS.points)}, in ${time(SHARED_CART_DECISIONS.seconds)}; ${limits.MAX_DECISIONS} a link`,
    ],
    [
      'plans, and views of `/docs/api`, `/auditor/…` and of statements of use under `/verify/…`',
      `${perAddress(COSTLY_PAGES.points)}, in ${time(COSTLY_PAGES.seconds)}`,
    ],
    [
      'seats that are not paid for',
      `${count(settings.MAX_UNPAID_SEATS_PER_EMAIL)} an e-mail or phone (\`MAX_UNPAID_SEATS_PER_EMAIL\`), ${count(settings.MAX_UNPAID_SEATS_PER_DOMAIN)} a company domain (\`MAX_UNPAID_SEATS_PER_DOMAIN\`), ${count(settings.MAX_UNPAID_SEATS_PER_COMPANY)} the name of a company without its own domain (\`MAX_UNPAID_SEATS_PER_COMPANY\`), ${count(settings.MAX_UNPAID_SEATS_PER_NETWORK)} a network (\`MAX_UNPAID_SEATS_PER_NETWORK\`), ${count(settings.MAX_SEATS_PER_ADDRESS_AND_DAY)} a day from an address (\`MAX_SEATS_PER_ADDRESS_AND_DAY\`); raised for a sponsor by administrators or \`npm run seats:limit\``,
    ],
    [
      'holds that were not paid',
      `${HOLD_WAIT.free} in a row, of the last ${HOLD_WAIT.days} days, and ${HOLD_WAIT.forgiven} whose payment failed; then the next waits ${time(HOLD_WAIT.seconds)}, twice as long each time, ${time(HOLD_WAIT.maxSeconds)} at most; a payment ends it`,
    ],
    [
      'a call',
      `${time(limits.CALL_MS / 1000)} unless its description says otherwise; a statement ${time(STATEMENT_MS / 1000)}, of an import ${time(limits.IMPORT_STATEMENT_MS / 1000)}; a lock ${time(LOCK_MS / 1000)}, for a notice of a gateway ${time(NOTICE_LOCK_MS / 1000)}`,
    ],
    [
      'a request on its way',
      `its head ${time(limits.REQUEST_HEAD_SECONDS)}, all of it ${time(limits.REQUEST_SECONDS)}; no websockets`,
    ],
  ];
}

/** The settings as they are where the operator sets none; those without a default are made up. */
function defaultSettings() {
  const required = {
    DATABASE_URL: 'postgres://localhost/none',
    APP_SECRET: 'only for this list, signs nothing',
    APP_URL: 'http://localhost',
    MESSAGE_TRANSPORT: 'outbox',
  };
  const parsed = parseEnv(required);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.env;
}

function failures(what: string, { account, address, seconds }: limits.LoginFailures): string {
  const { window, day } = limits.LOGIN_FAILURES_OVERALL;
  return `${account} of one ${what} from one network in ${time(seconds)}, ${account * window} from all networks and ${account * day} in a day; ${perAddress(address)}`;
}

const perAddress = (points: number) => `${points} an address`;
const count = (value: number) => value.toLocaleString('en');
const bytes = (value: number) => (value >= 1024 ** 2 ? `${value / 1024 ** 2} MB` : `${value / 1024} KB`);

function time(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return (
    { [60]: 'a minute', [60 * 60]: 'an hour', [24 * 60 * 60]: 'a day' }[seconds] ??
    (seconds < 60 * 60 ? `${seconds / 60} minutes` : `${seconds / 60 / 60} hours`)
  );
}
