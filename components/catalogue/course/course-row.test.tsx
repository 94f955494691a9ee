import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StepBar } from '@/components/checkout/wizard/step-bar';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { CATALOGUES } from '@/lib/platform/i18n/catalogues';
import type { Course } from '@/lib/catalogue/schema';
import { CourseRow } from './course-row';

const course: Course = {
  id: 'a',
  city: 'Dhar',
  course_name: 'ITI',
  branch: 'Electrician',
  institute_name: 'Government ITI',
  total_seats: 60,
  left_seats: 41,
  price_paise: 23_500_00,
};
const markupOf = (element: ReactNode) =>
  renderToStaticMarkup(
    <TextProvider locale="en" messages={CATALOGUES.en}>
      {element}
    </TextProvider>,
  );
const doNothing = () => null;
const row = (props: Partial<Parameters<typeof CourseRow>[0]> = {}) =>
  markupOf(
    <CourseRow
      course={course}
      place="Government ITI, Dhar"
      seats={2}
      ready
      onToggle={doNothing}
      onSeats={doNothing}
      {...props}
    />,
  );
const textOf = (markup: string) => markup.replace(/<[^>]+>/g, '');

test('R-LIST-10 box, number and steppers are named by the course and keep their visible labels', () => {
  const markup = row();
  for (const label of ['Select Course', 'Number of seats', 'One seat fewer', 'One seat more'])
    expect(markup).toContain(`aria-label="${label}: Electrician, Government ITI, Dhar"`);
  expect(textOf(markup)).toContain('Select CourseSeatsFrom 1 to');
  expect(/type="checkbox"[^>]*aria-describedby/.test(markup)).toBe(false);
});

test('names its session if several are open, and its year of study unless it is the first', () => {
  const offer = { ...course, session: '2027-28', study_year: 2, duration_years: 4 };
  expect(textOf(row({ course: offer, isNamed: true }))).toContain('2027-28, year 2 of 4');
  expect(row({ course: offer, isNamed: true })).toContain('Electrician, Government ITI, Dhar, 2027-28, year 2"');
  expect(textOf(row({ course: { ...offer, study_year: 1 } }))).not.toContain('2027-28');
});

test('R-LIST-11 a full course says so; without handlers there is nothing to tick', () => {
  expect(row({ course: { ...course, left_seats: 0 }, seats: undefined })).toContain(
    'aria-label="No seats available: Electrician, Government ITI, Dhar"',
  );
  expect(row({ seats: undefined, onToggle: undefined })).not.toContain('<input');
});

test('a full course, and one whose seats are all chosen, leads to the waiting list', () => {
  const wait = 'href="/waiting?course=a"';
  expect(row({ course: { ...course, left_seats: 0 }, seats: undefined })).toContain(wait);
  expect(textOf(row({ seats: 41 }))).toContain('Tell me when more are free');
  expect(row({ seats: 40 })).not.toContain(wait);
  expect(row({ course: { ...course, left_seats: 60 }, seats: 60 })).not.toContain(wait);
  expect(row({ course: { ...course, left_seats: 0 }, seats: undefined, onToggle: undefined })).not.toContain(wait);
});

test('shows the institute as a link, with the city and a note, where no heading names them', () => {
  const markup = row({ shown: 'place', instituteHref: '/institute/1', note: '19 km' });
  expect(markup).toContain('href="/institute/1"');
  expect(textOf(markup)).toContain('Government ITI, Dhar · 19 km');
  expect(textOf(row({ shown: 'institute' }))).not.toContain(', Dhar ·');
});

test('R-WIZ-02 only a step whose type is chosen is ticked off', () => {
  const steps = (chosen: Parameters<typeof StepBar>[0]['chosen']) =>
    [...markupOf(<StepBar step={3} chosen={chosen} />).matchAll(/<li.*?<\/li>/g)].map(([item]) =>
      item.includes('<svg'),
    );
  expect(steps(new Set())).toEqual([false, false, false, false]);
  expect(steps(new Set(['B.Tech'] as const))).toEqual([false, true, false, false]);
});
