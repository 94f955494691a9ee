import type { Sponsor } from '@/lib/adoption/schema';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { MAX_LINES } from '@/lib/platform/limits';

const oneOf = new Intl.ListFormat('en-IN', { type: 'disjunction' });

/**
 * Descriptions of the API's properties and parameters by name. A key may have parent names before it, up to the
 * operation or component, and then applies to that field only. `describe()` of a schema takes precedence.
 */
export const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  // Courses
  id: 'Id of the course',
  course_id: 'Id of the course',
  city: 'City of the course',
  course_name: 'The course type',
  courseName: 'The course type. Accepted and ignored: names come from the catalogue',
  branch: 'Branch of study',
  institute: "Name of the institute; empty for a course of 'Other Institutes'",
  institute_id: 'The last part of the address of its page; absent without an institute',
  total_seats: 'All seats of the course',
  left_seats: 'Seats that can be adopted',
  locked_seats: 'Seats that other sponsors have adopted or hold',
  price_per_seat: 'Rupees per seat per year',
  courseType: `${oneOf.format(COURSE_TYPES)}; case-insensitive`,
  courses: 'The current courses',
  shortages: 'The courses with too few seats left',
  reservation: 'The reservation whose link the line is from',
  available: 'Seats that can be adopted',

  // A selection
  selectedCourses: `The selected courses by id, 1 to ${MAX_LINES}; the key must equal the id of the line`,
  selected_courses: `The selected courses, 1 to ${MAX_LINES}, without duplicates`,
  selectedSeats: 'Seats to adopt',
  session: 'Only with seats of this academic session',
  'selectedCourses.session': 'The academic session as displayed. Accepted and ignored: the course has it',
  'selected_courses.session': 'The academic session as displayed. Accepted and ignored: the course has it',
  study_year: 'The year of study as displayed. Accepted and ignored: the course has it',
  duration_years: 'Years of the whole course as displayed. Accepted and ignored: the course has them',
  'selectedCourses.branch_hindi':
    'The name of the branch in Hindi as displayed. Accepted and ignored: the course has it',
  institute_hindi: 'The name of the institute in Hindi as displayed. Accepted and ignored: the course has it',
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
  'adminLogin.code': 'For an account with a second factor: a code of the authenticator app, or a recovery code',
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
  confirm_repeat: 'True to adopt the same seats once more, after `adoption.repeated`',
  isResend: 'True to request another code',
  channel: 'How the code was sent',
  delivered: 'How the code was sent: by e-mail if text messages are not available',
  success: 'Always true',
  message: 'Human-readable, in the language of Accept-Language',
  code: 'Machine-readable; the same in every language',

  // Adoptions, payments, papers
  billing_id: 'Id of the adoption',
  billingId: 'Id of the adoption',
  'download.month': 'YYYY-MM in India, for payments only; the current month if absent',
  reference: 'Identifies the adoption; printed on its documents',
  earlier: 'The earlier adoption of the same seats',
  adopted_at: 'When its code was entered; ISO 8601, UTC',
  payment_method: 'Payment method; null is refused, but only after the check that the phone is verified',
  next: 'Where the sponsor pays; null if there is nothing left to do',
  'next.kind': 'Always redirect: open the address in the same window',
  'next.url': 'A page of the payment provider',
  'payBilling.payment_method': 'A wish: the sponsor may pay by another method',
  'receiveNotice.provider': 'The name of the provider, such as razorpay',
  'checkBillingPayment.status':
    '`none` if there is no payment, `begun` while the page of the provider takes money and none is known, `failed` if another one may be begun',
  'closeBillingPayment.status': '`none` if there is no payment, `failed` if another one may be begun',
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
  'billings.selected_courses.session': 'The academic session of the seats',
  'billings.selected_courses.study_year': 'The year of study of the seats: 1 for the intake',
  'billings.selected_courses.pricePerSeat': 'Rupees per seat per year',
  'billings.selected_courses.selectedSeats': 'Seats of the adoption',
  locked_courses: 'The courses of verified adoptions, as text',
  'company_people.role': 'What the person may do; the owner may do everything',
  company_people: 'Owner and colleagues of the company, the user included; empty for an account of one person',
  payment_status: 'Whether it is paid for, or the reason why not',
  is_verified: 'Whether the code was entered',
  is_adopted: 'Whether its seats are adopted (pledged or paid for), so that its reference can be checked at /verify',
  paper_reference: 'The name of the paper or call from which administrators entered it; null for all others',
  verified_channel:
    'Where the entered code was sent, and so which contact is verified: e-mail address or phone number; null if no code was entered, or if unknown',
  created_at: 'ISO 8601, UTC',
  'download.kind': 'Content of the file',
  q: 'Search words for names, companies, e-mails, references or phone numbers',
  status: 'Only billings with this payment status',
  verified: 'Only billings whose code was entered, or was not',
  type: 'Only billings with a course of this type',
  'download.city': 'Only billings with a course in this city',
  'download.institute': 'Only billings with a course of an institute whose name contains these words',
  'download.branch': 'Only billings with a course whose branch contains these words',
  'download.course': 'Only billings with this course, by its id',
  from: 'Created on this day (Indian time) or later',
  to: 'Created on this day (Indian time) or earlier',
  dir: 'Like `sort`, without effect',

  // The service
  'health.status': 'Whether this instance can serve requests',
  openapi: 'Version of OpenAPI',
};

const COURSE = '6f1d7c1e-3f0a-4c55-9b7e-0d8f2a4b6c11';
const SPONSOR = '0b9a4f52-7d1c-4e86-a3f5-92c6de3b1a70';
const ADOPTION = 'c2e8b3d4-51f6-4a07-8e9c-7b0d1f2a3c45';

/** A valid sponsor form, which fixtures of tests extend. */
export const EXAMPLE_SPONSOR: Sponsor = {
  fullName: 'Asha Verma',
  designation: 'Head of CSR',
  email: 'asha.verma@narmada-textiles.example',
  phone: '9876543210',
  company: 'Narmada Textiles',
  industry: 'Textiles',
};

/** Examples for requests by the same keys: two seats of one course, adopted by one company, so that all amounts are consistent. */
export const FIELD_EXAMPLES: Readonly<Record<string, unknown>> = {
  id: COURSE,
  course_id: COURSE,
  ids: COURSE,
  city: 'Indore',
  courseType: 'B.Tech',
  courseName: 'B.Tech',
  branch: 'Computer Science and Engineering',
  institute: 'Malwa Engineering College',
  session: '2026-27',
  study_year: 1,
  duration_years: 4,
  selectedSeats: 2,
  pricePerSeat: 60000,
  totalPrice: 120000,
  total_price: 120000,
  total_amount: 120000,
  ...EXAMPLE_SPONSOR,
  full_name: EXAMPLE_SPONSOR.fullName,
  phone_number: EXAMPLE_SPONSOR.phone,
  company_name: EXAMPLE_SPONSOR.company,
  password: 'a long passphrase of your own',
  username: 'asha',
  userId: SPONSOR,
  user_id: SPONSOR,
  draft_id: ADOPTION,
  otp: '482913',
  'readRecords.billing': ADOPTION,
  'readRecords.user': SPONSOR,
  reservation: ADOPTION,
  reservations: ADOPTION,
  billingId: ADOPTION,
  'download.month': '2026-11',
  'receiveNotice.provider': 'razorpay',
  'idempotency-key': 'narmada-2026-11-20-0001',
  limit: '50',
  q: 'Narmada',
  from: '2026-11-01',
  to: '2026-11-30',
  'download.course': COURSE,
};
