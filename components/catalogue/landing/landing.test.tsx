import { beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogueSummary, type CatalogueSummary } from '@/lib/catalogue/queries';
import { landingNumbers } from '@/lib/catalogue/landing-queries';
import { markupOf } from '@/testing/components/markup';
import { CourseRows } from './course-rows';
import { Hero } from './hero';
import type { SeatedStudents } from '@/lib/published/progress';

vi.mock('@/lib/catalogue/queries', () => ({ catalogueSummary: vi.fn() }));
const summary = vi.mocked(catalogueSummary);

async function landing(students: SeatedStudents | null = null) {
  const numbers = await landingNumbers();
  const markup = await markupOf(
    <>
      <Hero numbers={numbers} students={students} />
      <CourseRows numbers={numbers} />
    </>,
  );
  return { numbers, markup, text: markup.replace(/<[^>]+>/g, '') };
}

const type = (
  courseType: CatalogueSummary['types'][number]['courseType'],
  total: number,
  left: number,
  cities: number,
) => ({
  courseType,
  totalSeats: total,
  leftSeats: left,
  takenSeats: total - left,
  cities,
});

describe('the numbers of the landing page', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

  test('R-LAND-04 count the three offered courses and no other', async () => {
    summary.mockResolvedValue({
      types: [
        type('M.Tech', 900, 900, 9),
        type('B.Tech', 6480, 3996, 15),
        type('Diploma', 100, 0, 1),
        type('ITI', 0, 0, 0),
      ],
      cities: [
        { city: 'Indore', courseType: 'M.Tech', totalSeats: 900, leftSeats: 900, takenSeats: 0 },
        { city: 'Indore', courseType: 'B.Tech', totalSeats: 6480, leftSeats: 3996, takenSeats: 2484 },
        { city: 'Bhopal', courseType: 'Diploma', totalSeats: 100, leftSeats: 0, takenSeats: 100 },
      ],
    });
    const { markup, text } = await landing();
    expect(text).toContain('3,996 seats are waiting for a sponsor.');
    expect(markup).toContain('Madhya Pradesh drawn in seats: 2,584 of 6,580 are adopted.');
    expect(text).toContain('3,996 of 6,480 seats left in 15 cities');
    expect(text).toContain('0 of 100 seats left in 1 city');
    expect(text).toContain('No seats are open at the moment');
    expect(text).toContain('One seat drawn stands for 18.');
    expect(text).not.toMatch(/M\.Tech|students study/);
  });

  test('an empty catalogue shows the courses and that none are open', async () => {
    summary.mockResolvedValue({
      types: [type('B.Tech', 0, 0, 0), type('Diploma', 0, 0, 0), type('ITI', 0, 0, 0)],
      cities: [],
    });
    const { markup, text } = await landing({ students: 41, seats: 45 });
    expect(text).toContain('41 students study on 45 adopted seats');
    expect(text).toContain('No courses are open at the moment.');
    expect(text).not.toMatch(/stands for/);
    expect(markup.match(/href="\/select-region\/[^"]+"/g)).toHaveLength(3);
  });

  test('a database failure shows the courses and that the numbers are missing', async () => {
    summary.mockRejectedValue(new Error('no database'));
    const { numbers, markup, text } = await landing();
    expect(numbers).toBeNull();
    expect(text).toContain('The seat numbers cannot be shown right now.');
    expect(text).not.toMatch(/\d+ of \d+|no database/);
    expect(markup.match(/href="\/select-region\/[^"]+"/g)).toHaveLength(3);
  });
});
