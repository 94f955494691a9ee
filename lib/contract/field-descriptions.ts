import type { Sponsor } from '@/lib/adoption/schema';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { HOLD_SECONDS, MAX_LINES, OTP_SECONDS, RESEND_SECONDS } from '@/lib/core/limits';
import { LOCALES } from '@/lib/i18n/locale';

const oneOf = new Intl.ListFormat('en-IN', { type: 'disjunction' });
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * Descriptions of the API's properties and parameters by name. A key may have parent names before it, up to the
 * operation or component, and then applies to that field only. `describe()` of a schema takes precedence.
 */
export const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  // Courses
  id: 'Id of the course',
  course_id: 'Id of the course',
  courseId: 'Id of the course',
  city: 'City of the course',
  course_name: 'The course type',
  courseName: 'The course type. Accepted and ignored: names come from the catalogue',
  branch: 'Branch of study',
  institute: "Name of the institute; empty for a course of 'Other Institutes'",
  institute_name: "Null for a course of 'Other Institutes'",
  total_seats: 'All seats of the course',
  left_seats: 'Seats that can be adopted',
  locked_seats: 'Seats that other sponsors have adopted or hold',
  adopted_seats: 'Adopted seats',
  held_seats: 'Seats held while waiting for a payment',
  price_per_seat: 'Rupees per seat per year',
  is_open: 'True if the course is open for adoption',
  updated_at: 'When total, price or openness last changed; ISO 8601, UTC',
  version: 'Identifies the state of total, price and openness; send it with an edit',
  courseType: `${oneOf.format(COURSE_TYPES)}; case-insensitive`,
  courses: 'The current courses',
  course: 'The current course',
  taken: 'Adopted and held seats, the minimum of the total',
  shortages: 'The courses with too few seats left',
  available: 'Seats that can be adopted',

  // A selection
  selectedCourses: `The selected courses by id, 1 to ${MAX_LINES}; the key must equal the id of the line`,
  selected_courses: `The selected courses, 1 to ${MAX_LINES}, without duplicates`,
  selectedSeats: 'Seats to adopt',
  pricePerSeat: 'Rupees per seat per year as displayed; only compared with the catalogue',
  totalPrice: 'Rupees per year as displayed; only compared with the catalogue',
  total_price: 'Rupees per year of all courses as displayed; only compared with the catalogue',
  total_amount: 'Rupees of all courses as displayed; only compared with the catalogue',

  // People and companies
  fullName: 'Name of the person',
  full_name: 'Name of the person',
  designation: 'Position in the company',
  email: 'E-mail address, stored in lower case',
  phone: 'Ten digits; separators are removed. Text messages are sent to Indian mobile numbers only',
  phone_number: 'As entered; must be a ten-digit Indian mobile number when a code is sent to it',
  company: 'Name of the company',
  company_name: 'Name of the company',
  industry: 'Industry of the company',
  adopted_students: 'Adopted seats: pledged on the public pages or paid for',
  user: 'The signed-in sponsor',
  userData: 'The sponsor as printed on the summary',
  userId: 'Id of the signed-in sponsor',
  'user.id': 'Id of the sponsor; the `userId` of other requests',
  'Profile.id': 'Id of the sponsor',
  'updateProfile.email': 'Accepted and ignored',
  password: 'Spaces are significant. The operator sets the minimum length, which registration enforces',
  'adminLogin.password': 'Spaces are significant',
  username: 'Username of the administrator',
  admin: 'The signed-in administrator',
  'admin.id': 'Id of the administrator',
  token: 'The bearer token for further requests',

  // Codes
  otp: 'The code, a string of six digits',
  otpMethod: 'How to send the code; the matching contact is required',
  user_id: 'From the response of generate-otp',
  'generate-otp.user_id': 'From an earlier response; links a repeated request to the same sponsor',
  draft_id: 'The draft that the code was sent for, from the response of generate-otp',
  isResend: 'True to request another code',
  channel: 'How the code was sent',
  delivered: 'How the code was sent: by e-mail if text messages are not available',
  success: 'Always true',
  message: 'Human-readable, in the language of Accept-Language',
  code: 'Machine-readable; the same in every language',

  // Adoptions, payments, papers
  billing_id: 'Id of the adoption',
  billingId: 'Id of the adoption',
  reference: 'Identifies the adoption; printed on its documents',
  payment_method: 'Payment method; null is refused, but only after the check that the phone is verified',
  transaction_id: "The payment provider's id of the payment",
  received: 'Always true',
  'idempotency-key':
    'Any text chosen by the client, different for each payment attempt; reuse with another body is refused',

  // Records of administrators
  users: 'Newest first',
  billings: 'Newest first',
  counts: 'Number of users and billings',
  'counts.users': 'Number of all matching users',
  'counts.billings': 'Number of all matching billings',
  'users.id': 'Id of the user',
  'users.kind': 'Registered sponsor with an account, or guest without one',
  'users.industry': 'Null if it was not requested',
  'billings.id': 'Id of the billing',
  'billings.user_id': 'Id of its sponsor',
  'billings.total_price': 'Rupees',
  'billings.selected_courses': 'Lines by course id, as they were when the adoption was made',
  'billings.selected_courses.courseName': 'The course type',
  'billings.selected_courses.pricePerSeat': 'Rupees per seat per year',
  'billings.selected_courses.selectedSeats': 'Seats of the adoption',
  locked_courses: 'The courses of verified adoptions, as text',
  payment_status: 'Whether it is paid for, or the reason why not',
  is_verified: 'Whether the code was entered',
  is_adopted: 'Whether its seats are adopted (pledged or paid for), so that its reference can be checked at /verify',
  verified_channel:
    'Where the entered code was sent, and so which contact is verified: e-mail address or phone number; null if no code was entered, or if unknown',
  created_at: 'ISO 8601, UTC',
  'download.kind': 'Content of the file',
  q: 'Search words for names, companies, e-mails, references or phone numbers',
  status: 'Only billings with this payment status',
  verified: 'Only billings whose code was entered, or was not',
  type: 'Only billings with a course of this type',
  'download.city': 'Only billings with a course in this city',
  from: 'Created on this day (Indian time) or later',
  to: 'Created on this day (Indian time) or earlier',
  dir: 'Like `sort`, without effect',

  // The import of the catalogue
  name: 'File name; the extension distinguishes CSV from Excel',
  apply: 'The digest of the dry run to apply; without it nothing is written',
  dryRun: 'The current dry run of the import',
  'dryRun.counts': 'Number of rows of each kind',
  'importCatalogue.counts': 'Number of rows of each kind',
  added: 'Number of new courses',
  changed: 'Number of courses whose total or price changes',
  left: 'Number of unchanged courses',
  bad: 'Rows that cannot be imported, with all reasons',
  'counts.bad': 'Number of rows that cannot be imported',
  problems: 'Reasons as sentences',
  changes: 'The first 1,000 courses to be added or changed, in the order of the file',
  change: 'The planned change of the course',
  line: 'Line in the file, or row in the workbook',
  before: 'The current values of a changed course; null for a new one',
  notInFile: 'Number of courses that are not in the file; they stay unchanged',
  otherSheets: 'Sheets of the workbook that were not read',
  digest: 'Identifies the file and the planned changes',
  entry: 'Id of the audit log entry',

  // The service
  'health.status': 'Whether this instance can serve requests',
  locale: oneOf.format(LOCALES.map((locale) => languageNames.of(locale)!)),
  'chooseLanguage.to': 'Path on this site to redirect to',
  openapi: 'Version of OpenAPI',
};

const COURSE = '6f1d7c1e-3f0a-4c55-9b7e-0d8f2a4b6c11';
const SPONSOR = '0b9a4f52-7d1c-4e86-a3f5-92c6de3b1a70';
const ADOPTION = 'c2e8b3d4-51f6-4a07-8e9c-7b0d1f2a3c45';
const ADMINISTRATOR = '9d47e1a0-2c3b-4f58-b6d9-e1f0a2b3c4d5';
const DIGEST = '3b7e0c5a91d24f68b0e3a7c1d5f92846ec1a70b4d83f25961c0e7a4b8d52f396';

/** A valid sponsor form, which fixtures of tests extend. */
export const EXAMPLE_SPONSOR: Sponsor = {
  fullName: 'Asha Verma',
  designation: 'Head of CSR',
  email: 'asha.verma@narmada-textiles.example',
  phone: '9876543210',
  company: 'Narmada Textiles',
  industry: 'Textiles',
};

/** Examples by the same keys: two seats of one course, adopted by one company, so that all amounts are consistent. */
export const FIELD_EXAMPLES: Readonly<Record<string, unknown>> = {
  id: COURSE,
  course_id: COURSE,
  courseId: COURSE,
  ids: COURSE,
  city: 'Indore',
  courseType: 'B.Tech',
  course_name: 'B.Tech',
  courseName: 'B.Tech',
  branch: 'Computer Science and Engineering',
  institute: 'Malwa Engineering College',
  institute_name: 'Malwa Engineering College',
  total_seats: 60,
  left_seats: 22,
  locked_seats: 38,
  adopted_seats: 36,
  held_seats: 2,
  price_per_seat: '60000',
  is_open: true,
  updated_at: '2026-11-20T06:30:00.000Z',
  version: '2026-11-20 06:30:00.123456+00',
  taken: 38,
  available: 1,

  selectedSeats: 2,
  pricePerSeat: 60000,
  totalPrice: 120000,
  total_price: 120000,
  total_amount: 120000,

  ...EXAMPLE_SPONSOR,
  full_name: EXAMPLE_SPONSOR.fullName,
  phone_number: EXAMPLE_SPONSOR.phone,
  company_name: EXAMPLE_SPONSOR.company,
  adopted_students: 2,
  password: 'a long passphrase of your own',
  username: 'asha',
  userId: SPONSOR,
  user_id: SPONSOR,
  draft_id: ADOPTION,
  'user.id': SPONSOR,
  'users.id': SPONSOR,
  'Profile.id': SPONSOR,
  'admin.id': ADMINISTRATOR,
  token: 'Zk3vQ8yT1mB6wXe0RjN5uHs9cLf2dAo7GpIq4ViKtYE',

  otp: '482913',
  expiresIn: OTP_SECONDS,
  resendIn: RESEND_SECONDS,
  holdExpiresIn: HOLD_SECONDS,
  sent_to: 'XXXXXX3210',
  message: 'Done',

  'readRecords.billing': ADOPTION,
  'readRecords.user': SPONSOR,
  billing_id: ADOPTION,
  billingId: ADOPTION,
  'billings.id': ADOPTION,
  reference: 'SA-7K2M-Q4XT-90BD',
  receipt_token: `${ADOPTION}.q0F4vZ7sXy2Lr9TnKd1WmBc6HjUe3GoPa5YtIi8QxRs`,
  transaction_id: 'SBX-5d2c7e90-8b14-4a63-9f0e-1c7b3a6d8e42',
  'idempotency-key': 'narmada-2026-11-20-0001',

  limit: '50',
  created_at: '2026-11-20T06:30:00.000Z',
  locked_courses: ['B.Tech – Computer Science and Engineering'],
  'counts.users': 1,
  'counts.billings': 1,
  q: 'Narmada',
  from: '2026-11-01',
  to: '2026-11-30',

  name: 'courses.xlsx',
  apply: DIGEST,
  digest: DIGEST,
  added: 1,
  changed: 0,
  left: 412,
  'counts.bad': 1,
  problems: ['Total Seats is not a whole number'],
  line: 7,
  notInFile: 3,
  otherSheets: ['Notes'],
  entry: 1024,

  'chooseLanguage.to': '/course-list/Indore',
  openapi: '3.1.0',
};
