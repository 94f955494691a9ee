/**
 * Limits of rates, sizes and times that protect the site. Requests are checked against them, the API description
 * publishes them, and `npm run docs` writes them into docs/security.md. Safe to import in a browser.
 * Settings of the operator are in env.ts, the lengths of form fields in their schemas, and the limits of a file format
 * beside its parser.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KIB = 1024;
const MIB = 1024 * KIB;

/** A rate limit: at most `points` requests in a window of `seconds`. */
export type Rate = { points: number; seconds: number };

// Client addresses

/**
 * For an IPv6 client, limits by address count the /64 and the /48 of the address. The limit of a /48 is this multiple
 * of the limit of a /64.
 */
export const NETWORK_SHARE = 5;

// Logins and accounts

/**
 * Limits of failed logins in a window of `seconds`: `account` for one account from one network, `address` for all
 * accounts from one client address.
 */
export type LoginFailures = { account: number; address: number; seconds: number };

/** Failed logins of sponsors (security 14). */
export const LOGIN_FAILURES: LoginFailures = { account: 10, address: 10, seconds: 15 * MINUTE };
/** Failed logins of administrators (security 15), and wrong codes of their second factor (security 87). */
export const ADMIN_LOGIN_FAILURES: LoginFailures = { account: 5, address: 10, seconds: 15 * MINUTE };
/**
 * Seconds after the password or a code was given in which an administrator may record money and change accounts
 * without giving it again (security 89).
 */
export const ADMIN_CONFIRMED_SECONDS = 15 * MINUTE;
/** Hours for which the link of an invitation and the link of a new password of an administrator work (security 90). */
export const ADMIN_LINK_HOURS = { invitation: 72, reset: 24 };
/**
 * Failed logins of an account from all networks together, in the same window and in a day, as multiples of the limit
 * from one network.
 */
export const LOGIN_FAILURES_OVERALL = { window: 4, day: 20 };
/** Days for which a network is remembered after a login to an account. */
export const KNOWN_NETWORK_DAYS = 90;

/** Reports of a lost mailbox from one client address, and for one new address. */
export const LOST_MAILBOXES = { address: { points: 5, seconds: DAY }, recipient: { points: 3, seconds: DAY } };

/** Seconds after entering the password in which a session may change e-mail or phone number without entering it again. */
export const RECENT_PASSWORD_SECONDS = 15 * MINUTE;

/**
 * Registrations from one client address, the same number as codes: the employees of a company may share an
 * address. Each registration computes a password hash and reveals whether the e-mail has an account.
 */
export const REGISTRATIONS: Rate = { points: 20, seconds: HOUR };

/**
 * Tries of a new password for one account, at every way to set it but the registration. Each estimates the strength of
 * the password, which takes tens of milliseconds of processor time (security 110).
 */
export const NEW_PASSWORDS: Rate = { points: 20, seconds: HOUR };

/** Colleagues and open invitations of a company, and days for which an invitation works (security 100). */
export const MAX_COLLEAGUES = 50;
export const INVITATION_DAYS = 7;
/** Days after which another e-mail address of an account ends, if no second owner has answered (security 172). */
export const EMAIL_CHANGE_DAYS = 14;
/** Invitations of one company (security 101). */
export const INVITATIONS: Rate = { points: 40, seconds: DAY };
/** Invitations to one address, whoever sends them (security 101). */
export const INVITATIONS_TO_RECIPIENT: Rate = { points: 10, seconds: DAY };

/** Persons in the offices of institutes whom an administrator invites at once. */
export const MAX_OFFICE_INVITATIONS = 100;
/** Maximum size of the scan of a paper in bytes. */
export const MAX_SCAN_BYTES = 5 * MIB;
/** Years for which scans are kept, as books are. */
export const SCAN_YEARS = 8;
/** Roll numbers that an office enters at once, from a file or typed. */
export const MAX_ROLL_NUMBERS = 5_000;
/**
 * Maximum size of an office's file in bytes, of roll numbers or of marks: a class list of 500 students with twenty columns
 * takes 60 kB as text or workbook, 5,000 roll numbers with names 180.
 */
export const MAX_OFFICE_FILE_BYTES = 200 * KIB;
/** Maximum size of its unpacked parts in bytes. */
export const MAX_OFFICE_UNPACKED_BYTES = 10 * MIB;
/** Files of an office account that cannot be read, in a window: each may take OFFICE_READ_MS of the thread for offices. */
export const UNREADABLE_OFFICE_FILES: Rate = { points: 15, seconds: 15 * MINUTE };
/** Other addresses for notices of an administrator; each gets an e-mail. */
export const NOTICE_ADDRESSES: Rate = { points: 10, seconds: DAY };
/** Tables that an administrator has by e-mail, and the largest spreadsheet that is attached. */
export const MAX_EXPORTS = 20;
export const MAX_EXPORT_BYTES = 5 * MIB;
/** Years after the last day of a session's course for which the register recognises its students. */
export const ROLL_NUMBER_YEARS = 2;
/** Open proposals of new branches of an institute, and proposals that an administrator decides at once. */
export const MAX_OPEN_BRANCHES = 50;
export const MAX_DECIDED_PROPOSALS = 100;
/** Days for which an answered proposal is kept. */
export const PROPOSAL_DAYS = 365;
/** Links for a forgotten password of an office: asked for by one client address, and to one e-mail address. */
export const OFFICE_LINKS = { address: { points: 20, seconds: HOUR }, recipient: { points: 5, seconds: HOUR } };

/** Districts and institutes that one administrator can be limited to. */
export const MAX_AREA_LINES = 200;

/** Maximum length of a password in characters, which only bounds the input of the hash. */
export const MAX_PASSWORD = 128;
/** Minimum length of an administrator's password in characters. */
export const MIN_ADMIN_PASSWORD = 12;

// Adoptions

/** Hours in which adopting the same seats with the same contact once more needs a confirmation. */
export const REPEAT_HOURS = 24;

/** Seconds for which a code opens the page of a guest's adoption. */
export const ACCESS_SECONDS = HOUR;

/** Maximum characters of a message between the department and a sponsor or an office. */
export const MAX_MESSAGE_LENGTH = 2000;
/** Codes that administrators send again for one adoption. */
export const CODES_AGAIN: Rate = { points: 3, seconds: HOUR };
/** Messages that one adoption's sponsor, or one institute's office, can send to the department (security 179). */
export const MESSAGES_WRITTEN: Rate = { points: 20, seconds: DAY };

// One-time codes

/** Validity of a code in seconds. */
export const OTP_SECONDS = 10 * MINUTE;

/** Seconds until another code may be sent to the same recipient. */
export const RESEND_SECONDS = 30;

/** Wrong attempts after which a code is invalid. */
export const MAX_WRONG_PER_CODE = 5;
/**
 * Wrong attempts in an hour at the codes that one requester asked for; after that, all of these codes are
 * invalid. A requester is a client network, or the signed-in sponsor in the dashboard. How often everybody together
 * can guess is limited by the number of codes: strangers get 10 an hour, with 5 attempts each at one of 1,000,000
 * values (docs/decisions/0005).
 */
export const MAX_WRONG_PER_HOUR = 10;

/** Codes sent in an hour for one purpose to one recipient at the request of one requester. */
export const MAX_SENDS_PER_RECIPIENT = 5;
/** Codes sent in an hour for one purpose to one recipient, whoever requests them. */
export const MAX_SENDS_TO_RECIPIENT = 10;
/**
 * The same for requesters who recently entered a correct code of this recipient. It is higher, so that strangers cannot
 * use up the codes of a known requester (security 64).
 */
export const MAX_SENDS_TO_RECIPIENT_KNOWN = 15;

/**
 * Codes requested in an hour from one client address. Requests count even if nothing is sent, which limits the rows
 * that they write (security 58).
 */
export const MAX_SENDS_PER_ADDRESS = 20;

/** Codes entered from one client address, so that it cannot try codes of many recipients. */
export const CODE_TRIES: Rate = { points: 120, seconds: 10 * MINUTE };

/**
 * How often the sponsor of an adoption can make the same choice: to allow the institutes' pages to name its company, or to
 * commit for the whole course. Withdrawing is unlimited.
 */
export const CHOICES_MADE: Rate = { points: 10, seconds: 24 * 60 * MINUTE };

/** How often the sponsor of an adoption can say that a transfer was made, or correct that. */
export const TRANSFERS_TOLD: Rate = { points: 10, seconds: 24 * 60 * MINUTE };

/** How often the sponsor of an adoption can choose in how many parts to pay. */
export const INSTALMENTS_CHOSEN: Rate = { points: 20, seconds: 24 * 60 * MINUTE };

/** The largest number of parts in which a pledge is paid. */
export const MAX_INSTALMENTS = 12;

/** How often the online payment of one adoption is begun, continued or asked about. */
export const PAYMENT_CHECKS: Rate = { points: 40, seconds: 10 * MINUTE };

/**
 * Default of OTP_HOURLY_CAP, the codes sent in an hour to all recipients. It limits the costs of a flood from many
 * addresses (security 10).
 */
export const DEFAULT_HOURLY_CAP = 600;
/**
 * The fraction of OTP_HOURLY_CAP that is for everybody. The rest is reserved for signed-in sponsors and for recipients
 * who recently entered a correct code (security 59).
 */
export const CAP_SHARE_OF_STRANGERS = 0.6;
/**
 * The fraction of each part of OTP_HOURLY_CAP up to which only the limit by client address applies. Beyond it the limit
 * of a network shrinks with what is left, so that many networks together cannot use up a part (security 92).
 */
export const CAP_CALM = 0.2;
/** The fraction of each part of OTP_HOURLY_CAP from which the log contains a warning and administrators an alert. */
export const CAP_ALARM = 0.8;

/** The leading digits that define a block of phone numbers: 100,000 numbers of one operator. */
export const PREFIX_DIGITS = 5;
/**
 * Texts sent in a day to one block of phone numbers (security 11): an operator may earn from the texts to its numbers.
 * 50 is enough for ten colleagues, whose numbers often are in one block, to request five codes each; an attack on a
 * block costs the operator of this site 50 texts a day at most.
 */
export const MAX_SMS_PER_PREFIX = 50;
/** The limit including texts to signed-in sponsors and to numbers whose owners recently entered a correct code, as a multiple. */
export const KNOWN_SMS_FACTOR = 1.5;

// Seats

/** Maximum number of seats of a course, and therefore of a line of a selection. */
export const MAX_SEATS = 10_000;

/** Maximum number of lines of a selection, one for each course. */
export const MAX_LINES = 200;

/** Days for which the seats of an adoption on paper are kept until a second administrator decides. */
export const ENTRY_DAYS = 7;

/** Days that a sponsor has to answer a proposal to move adopted seats, unless an administrator says otherwise; and at most. */
export const MOVE_DAYS = 14;
export const MAX_MOVE_DAYS = 90;

/** Carts shared from one client address. Each writes a row that stays for SHARED_CART_DAYS. */
export const SHARED_CARTS: Rate = { points: 20, seconds: HOUR };
/** Times that a person asks colleagues to approve seats, each an e-mail to those who may pay. */
export const APPROVAL_REQUESTS: Rate = { points: 20, seconds: DAY };
/** Days for which the link of a shared cart works. */
export const SHARED_CART_DAYS = 30;

/** Days for which the link of an auditor works, and how many of a year may be valid at once. */
export const AUDITOR_LINK_DAYS = 30;
export const MAX_AUDITOR_LINKS = 3;

/** Decisions about shared carts from one client address, and of one link altogether. */
export const SHARED_CART_DECISIONS: Rate = { points: 20, seconds: HOUR };
export const MAX_DECISIONS = 10;

/** Receipts that one request records, or confirms. */
export const MAX_RECEIPTS = 500;
/** Adoptions that one request extends, and offices that one reminds. */
export const MAX_MANY = 500;
/** Recipients of one message to many, and adoptions or institutes chosen for it. */
export const MAX_RECIPIENTS = 5_000;
/** E-mails of messages to many that may wait in the queue, so that others do not wait long behind them. */
export const MAX_QUEUED_LETTERS = 100;
/** Payments of one file for the bank. */
export const MAX_FILE_PAYMENTS = 200;

/**
 * Plans, and views of /docs/api, of auditors and of statements of use under /verify, from one client address: each
 * takes about 0.1 s of processor time (security 155).
 */
export const COSTLY_PAGES: Rate = { points: 120, seconds: MINUTE };

/** Requests to be told about free seats, from one client address; and those of one e-mail address that may be open. */
export const WAITING_REQUESTS: Rate = { points: 40, seconds: HOUR };
export const MAX_WAITING_REQUESTS = 20;
/** Offers of free seats that one company, or one address of a public e-mail provider, can have at a time. */
export const MAX_WAITING_OFFERS = 5;
/** Days for which a request that has ended is kept, and codes that proved an address for one. */
export const WAITING_KEPT_DAYS = 30;

// Documents and files

/** Documents of all kinds requested from one client address. */
export const DOCUMENTS: Rate = { points: 30, seconds: 10 * MINUTE };
/**
 * Documents that are rendered or queued at the same time; drafts and documents of verified adoptions are counted
 * separately.
 */
export const MAX_DOCUMENT_JOBS = 10;

/** Characters of a company's own number of an order. */
export const MAX_ORDER_NUMBER = 100;

/**
 * Changes of what papers show of the company of an account, or of one adoption (security 75). Each of them issues a paper
 * with a number of its own, which is kept for good.
 */
export const PAPER_DETAILS: Rate = { points: 10, seconds: DAY };

/** Spreadsheets that a process writes at the same time; they share one thread and few database connections. */
export const MAX_DOWNLOADS_AT_ONCE = 2;
/** Catalogue files that a process reads at the same time, for the same reason. */
export const MAX_IMPORTS_AT_ONCE = 2;
/** Answers with the courses of all cities that a process makes and sends at the same time, because of their memory. */
export const MAX_CATALOGUES_AT_ONCE = 2;

/** Maximum size of an uploaded catalogue file in bytes. */
export const MAX_IMPORT_BYTES = 20 * MIB;
/** Maximum number of rows of a catalogue file, without the header. */
export const MAX_IMPORT_ROWS = 50_000;
/** Maximum size of an uploaded bank statement in bytes. */
export const MAX_STATEMENT_BYTES = 5 * MIB;
/** Maximum number of rows of a bank statement. */
export const MAX_STATEMENT_ROWS = 10_000;
/** Maximum size of the unpacked parts of a workbook in bytes; 50,000 rows of a catalogue take a fifth of it. */
export const MAX_UNPACKED_BYTES = 100 * MIB;
/**
 * Maximum number of XML tags in all parts of a workbook. 50,000 rows of six columns have about two million; two million
 * cells with a value have eight million.
 */
export const MAX_WORKBOOK_TAGS = 8_000_000;
/**
 * Time limit in milliseconds of the thread that reads a catalogue file or bank statement; 50,000 rows take two to four seconds, more on a
 * busy machine.
 */
export const IMPORT_READ_MS = 30_000;
/** Heap limit of that thread in MiB; 50,000 rows take 150, a workbook that reaches all of its limits takes 400. */
export const IMPORT_HEAP_MIB = 768;

/** The same limits of the thread that reads the files of offices, so that files of administrators never wait for it. */
export const OFFICE_READ_MS = 10_000;
export const OFFICE_HEAP_MIB = 256;

// Requests

/** Maximum size of a JSON body in bytes, unless its endpoint sets another. */
export const MAX_BODY_BYTES = 64 * KIB;
/** Maximum size of a selection in bytes: 200 lines with names in Devanagari, three bytes a letter. */
export const MAX_SELECTION_BYTES = 192 * KIB;
/** Maximum size of a form body in bytes. */
export const MAX_FORM_BYTES = 4 * KIB;
/** Maximum depth of nested objects and lists in a JSON body. */
export const MAX_JSON_DEPTH = 8;
/** More keys than any object of a request has, and more items than any array (MAX_LINES, MAX_ROLL_NUMBERS). */
export const MAX_JSON_KEYS = 1_000;
export const MAX_JSON_ITEMS = 10_000;
/** What Retry-After says while the database is unavailable, in seconds. */
export const RETRY_SECONDS = 5;
/** Bytes of a body that are read and discarded beyond its limit, so that the client reads the 413. */
export const MAX_DISCARDED_BYTES = 4 * MIB;

/** Milliseconds after which a call is answered with 503, unless its description sets another limit. */
export const CALL_MS = 10_000;
/** The same for notifications of payment providers, which repeat one that is not answered within 5 seconds. */
export const NOTICE_MS = 4_000;
/**
 * The same for calls that render a document, and the time limit of the rendering. 200 lines take seconds, more on a
 * busy machine, and a document may wait for others.
 */
export const DOCUMENT_MS = 60_000;
/**
 * Time limit of one statement of an import in milliseconds. 50,000 new courses take two seconds on an idle machine and
 * minutes on a slow one.
 */
export const IMPORT_STATEMENT_MS = 4 * MINUTE * 1000;
/** Time limit of an import call in milliseconds: it reads the file and runs two statements, each within its limit. */
export const IMPORT_MS = 10 * MINUTE * 1000;
/** Milliseconds from the first to the last byte of a download, after which server and browser end it. */
export const DOWNLOAD_MS = 5 * MINUTE * 1000;

/** Seconds within which the head of a request must arrive at our server. */
export const REQUEST_HEAD_SECONDS = 20;
/** Seconds within which a complete request must arrive at our server. */
export const REQUEST_SECONDS = 5 * MINUTE;

// What an operator can change

/** The limits that the setting LIMITS can change: requests, failures or codes in the window named above. */
export const CHANGEABLE_LIMITS = {
  login_failures: LOGIN_FAILURES.account,
  login_failures_per_address: LOGIN_FAILURES.address,
  admin_login_failures: ADMIN_LOGIN_FAILURES.account,
  admin_login_failures_per_address: ADMIN_LOGIN_FAILURES.address,
  registrations: REGISTRATIONS.points,
  invitations: INVITATIONS.points,
  codes_per_address: MAX_SENDS_PER_ADDRESS,
  codes_per_requester: MAX_SENDS_PER_RECIPIENT,
  code_tries: CODE_TRIES.points,
  texts_per_prefix: MAX_SMS_PER_PREFIX,
  documents: DOCUMENTS.points,
  shared_carts: SHARED_CARTS.points,
  payment_checks: PAYMENT_CHECKS.points,
} as const;
export type LimitName = keyof typeof CHANGEABLE_LIMITS;
/** The largest value of a changed limit. */
export const MAX_CHANGED_LIMIT = 100_000;
