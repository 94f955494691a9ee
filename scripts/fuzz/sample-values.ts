import * as fc from 'fast-check';
import type { SeededCourse } from '../../testing/e2e/catalogue';
import type { SampleValues } from './values';
import type { FuzzSetup } from './setup';

const rupees = (paise: number) => (paise / 100).toFixed(2);

/**
 * Returns a line of a selection with prices from the catalogue, under all names that endpoints use; a schema picks the
 * keys it has.
 */
function lineOf(course: SeededCourse, seats: number) {
  const amounts = { pricePerSeat: course.pricePaise / 100, totalPrice: (course.pricePaise * seats) / 100 };
  const names = { courseName: course.courseType, branch: course.branch };
  return {
    listed: { course_id: course.id, ...names, selectedSeats: seats, ...amounts },
    filed: {
      id: course.id,
      ...names,
      selectedSeats: seats,
      ...amounts,
      city: course.city,
      institute: course.institute ?? '',
    },
    paise: course.pricePaise * seats,
  };
}

/** Generates a selection of existing courses with its total in rupees. */
export const selectionOf = ({ courses }: Pick<FuzzSetup, 'courses'>) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...courses), fc.integer({ min: 1, max: 3 })), {
      minLength: 1,
      maxLength: 3,
      selector: ([course]) => course.id,
    })
    .map((chosen) => {
      const lines = chosen.map(([course, seats]) => lineOf(course, seats));
      return {
        selected_courses: lines.map(({ listed }) => listed),
        selectedCourses: Object.fromEntries(lines.map(({ filed }) => [filed.id, filed])),
        total: rupees(lines.reduce((sum, { paise }) => sum + paise, 0)),
      };
    });

const digits = fc.nat({ max: 999_999_999 }).map((number) => String(number).padStart(9, '0'));

/** Generates a person without an account. */
export const strangerOf = digits.map((number) => ({ email: `fuzz.${number}@mandla.example`, phone: `9${number}` }));

/** Returns realistic values by field name. */
export function sampleValuesOf(setup: FuzzSetup): SampleValues {
  const email = fc.oneof(
    strangerOf.map((person) => person.email),
    fc.constantFrom(...setup.sponsors.map((each) => each.email)),
  );
  const courses = fc.constantFrom(...setup.courses);
  const byName: Record<string, fc.Arbitrary<unknown>> = {
    userId: fc.constantFrom(...setup.sponsors.map(({ id }) => id)),
    user_id: fc.constantFrom(...setup.sponsors.map(({ id }) => id)),
    user: fc.constantFrom(...setup.sponsors.map(({ id }) => id)),
    billing: fc.nat().map((n) => setup.billings[n % setup.billings.length] ?? setup.admin.id),
    billingId: fc.nat().map((n) => setup.billings[n % setup.billings.length] ?? setup.admin.id),
    adminId: fc.constant(setup.colleague),
    messageId: fc.constantFrom(...setup.deadMessages),
    token: fc.constantFrom(...setup.sharedCarts),
    course_id: courses.map(({ id }) => id),
    id: courses.map(({ id }) => id),
    courseId: fc.constantFrom(...setup.editable).map(({ id }) => id),
    ids: fc.array(courses, { minLength: 1, maxLength: 5 }).map((some) => some.map(({ id }) => id).join(',')),
    selected_courses: selectionOf(setup).map(({ selected_courses }) => selected_courses),
    selectedCourses: selectionOf(setup).map(({ selectedCourses }) => selectedCourses),
    city: courses.map(({ city }) => city),
    courseType: fc.constantFrom('b.tech', 'ITI', 'Diploma', 'B.TECH'),
    email,
    phone: strangerOf.map(({ phone }) => phone),
    phone_number: strangerOf.map(({ phone }) => phone),
    fullName: fc.constantFrom('Radhika Deshmukh', 'अनिता शर्मा', "Conor O'Brien"),
    username: fc.oneof(
      fc.constantFrom(setup.admin.username, 'nobody'),
      digits.map((number) => `asha.${number}`),
    ),
    password: fc.constantFrom(...setup.sponsors.slice(0, 3).map((each) => each.password), setup.admin.password),
    to: fc.constantFrom('/', '/list', '/payment?a=%20#b'),
    name: fc.constantFrom('courses.csv', 'सूची.xlsx'),
    'idempotency-key': fc.uuid(),
  };
  return (name) => (Object.hasOwn(byName, name) ? byName[name]! : null);
}
