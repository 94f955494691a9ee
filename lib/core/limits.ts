/**
 * The limits of rates, sizes and times that protect the site. Requests are checked against them, the API description publishes
 * them, and `npm run docs` writes them into the table of docs/security.md. Safe in a browser. Settings of the operator are in
 * env.ts; the length of a single form field is in its schema; what a file format dictates is beside its parser.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KIB = 1024;
const MIB = 1024 * KIB;

/** `points` in a window of `seconds`. */
export type Rate = { points: number; seconds: number };

// Client addresses

/** How much of a limit by address the /48 of an IPv6 address has: so many times what each of its /64 has. */
export const NETWORK_SHARE = 5;

// Logins and accounts

/** Failed logins in a window of `seconds`: of one account from one network, and from one address. */
export type LoginFailures = { account: number; address: number; seconds: number };

/** Failed logins of sponsors (security 14). */
export const LOGIN_FAILURES: LoginFailures = { account: 10, address: 10, seconds: 15 * MINUTE };
/** Failed logins of administrators (security 15). */
export const ADMIN_LOGIN_FAILURES: LoginFailures = { account: 5, address: 10, seconds: 15 * MINUTE };
/** Failures of an account from all networks together, in the same window and in a day, as multiples of those from one network. */
export const LOGIN_FAILURES_OVERALL = { window: 4, day: 20 };
/** How long a network is remembered that an account was logged in from, in days. */
export const KNOWN_NETWORK_DAYS = 90;

/**
 * Registrations from one address, as many as codes may be sent from one: a company's people share one, and each costs the
 * processor a hash and tells whether an e-mail has an account.
 */
export const REGISTRATIONS: Rate = { points: 20, seconds: HOUR };

/** The most characters of a password: a technical limit of the hash. */
export const MAX_PASSWORD = 128;
/** The least characters of an administrator's password. */
export const MIN_ADMIN_PASSWORD = 12;

// One-time codes

/** How long a code is valid, in seconds. */
export const OTP_SECONDS = 10 * MINUTE;

/** How long to wait before another code may be sent to the same recipient, in seconds. */
export const RESEND_SECONDS = 30;

/**
 * Wrong attempts that end a code, and wrong attempts in an hour at the codes that one asker had sent to a recipient, after which
 * none of those is taken. An asker is a client network, and in the dashboard the signed-in sponsor. What everybody
 * together can guess at a recipient is bounded by the codes sent: 10 an hour to strangers, with 5 guesses of 1,000,000 each
 * (docs/decisions/0017).
 */
export const MAX_WRONG_PER_CODE = 5;
export const MAX_WRONG_PER_HOUR = 10;

/**
 * Codes sent in an hour for one purpose to one recipient: as one asker wants them, altogether, and altogether with those of
 * askers who had a code of this recipient right before, so that strangers cannot keep them out (security 64).
 */
export const MAX_SENDS_PER_RECIPIENT = 5;
export const MAX_SENDS_TO_RECIPIENT = 10;
export const MAX_SENDS_TO_RECIPIENT_KNOWN = 15;

/** Codes asked for in an hour from one client address; the point is never given back, so that what it writes is bounded (security 58). */
export const MAX_SENDS_PER_ADDRESS = 20;

/** Codes entered from one address, so that it cannot try them on many recipients. */
export const CODE_TRIES: Rate = { points: 120, seconds: 10 * MINUTE };

/**
 * Codes sent in an hour to everybody together, where OTP_HOURLY_CAP says nothing else: what a flood from many addresses can cost
 * at most (security 10). The last part is for signed-in sponsors and recipients who had a code right before (security 59).
 */
export const DEFAULT_HOURLY_CAP = 600;
/** The part of OTP_HOURLY_CAP that strangers may use, and the part from which on the log warns. */
export const CAP_SHARE_OF_STRANGERS = 0.6;
export const CAP_ALARM = 0.8;

/**
 * Texts sent in a day to the numbers that share their first five digits (security 11). Such a block is a hundred thousand numbers
 * of one operator, who may earn from what is sent there. 50 is ten colleagues of one company, whose numbers often lie side by
 * side, with every code that each may ask for in an hour; a pumped block costs an operator of this site 50 texts a day.
 */
export const PREFIX_DIGITS = 5;
export const MAX_SMS_PER_PREFIX = 50;
/** The same, with the texts of signed-in sponsors and of numbers that had a code right before. */
export const MAX_SMS_PER_PREFIX_KNOWN = 75;

// Seats

/** The most seats that one course may have, and so the most that one line may ask for. */
export const MAX_SEATS = 10_000;
/** The most lines, each a course, that one selection may hold. */
export const MAX_LINES = 200;

/** How long the seats of a hold wait for its payment, in seconds. */
export const HOLD_SECONDS = 15 * MINUTE;
/**
 * Holds that nobody paid make the next ones wait (security 56): after `free` of them in a row the next one waits `seconds` from
 * the end of the last window, and twice as long each further time, up to `maxSeconds`. Those of more than `days` ago are forgotten.
 */
export const HOLD_WAIT = { free: 3, seconds: 15 * MINUTE, maxSeconds: DAY, days: 30 };

// Documents and files

/** Documents of any kind for one address. */
export const DOCUMENTS: Rate = { points: 30, seconds: 10 * MINUTE };
/** Drafts, and apart from them documents of verified adoptions, that are drawn or wait at once: whole offices adopt together. */
export const MAX_DOCUMENT_JOBS = 10;

/** Spreadsheets that a process writes at once, and catalogue files that it reads: each kind shares one thread and few connections. */
export const MAX_DOWNLOADS_AT_ONCE = 2;
export const MAX_IMPORTS_AT_ONCE = 2;

/** A catalogue file: bytes as sent, and rows besides the header. */
export const MAX_IMPORT_BYTES = 20 * MIB;
export const MAX_IMPORT_ROWS = 50_000;
/** Bytes that the parts of a workbook may take unpacked; 50,000 rows of a catalogue take a fifth of it. */
export const MAX_UNPACKED_BYTES = 100 * MIB;
/** Tags of all parts of a workbook: 50,000 rows of six columns have about two million, two million cells with a value each eight. */
export const MAX_WORKBOOK_TAGS = 8_000_000;
/** What the thread may take that reads a catalogue file: milliseconds (50,000 rows take two to four seconds, more on a busy machine). */
export const IMPORT_READ_MS = 30_000;
/** The heap of that thread, in MiB: a workbook at all of its limits takes 400, 50,000 rows take 150. */
export const IMPORT_HEAP_MIB = 768;

// Requests

/** The most bytes of a JSON body that says no more. */
export const MAX_BODY_BYTES = 64 * KIB;
/** Room for 200 lines with names in Devanagari, which take three bytes a letter. */
export const MAX_SELECTION_BYTES = 192 * KIB;
/** The most bytes of a plain form. */
export const MAX_FORM_BYTES = 4 * KIB;
/** Levels of objects and lists in a JSON body. */
export const MAX_JSON_DEPTH = 8;

/** Milliseconds until a call is answered 503, unless its description says otherwise. */
export const CALL_MS = 10_000;
/** Two hundred lines take seconds to draw, more on a busy machine, and some documents wait before it. In milliseconds. */
export const DOCUMENT_MS = 60_000;
/** What one statement of an import may take, in milliseconds: 50,000 new courses take 2 s on an idle machine, minutes on a slow one. */
export const IMPORT_STATEMENT_MS = 4 * MINUTE * 1000;
/** What a call may take that reads a file, compares it with the catalogue and writes it, in milliseconds: each of the two statements at its limit. */
export const IMPORT_MS = 10 * MINUTE * 1000;
/** How long a download may take from the first byte to the last, in milliseconds; both ends give up then. */
export const DOWNLOAD_MS = 5 * MINUTE * 1000;

/** Seconds within which the head of a request has to arrive at our server, and all of it. */
export const REQUEST_HEAD_SECONDS = 20;
export const REQUEST_SECONDS = 5 * MINUTE;
