import { describe, expect, test } from 'vitest';
import type { Course } from '@/lib/catalogue/schema';
import { normalize } from '@/lib/catalogue/places/names';
import { placeFinder } from '@/lib/catalogue/places/rules';
import { matches, readQuery } from './query';
import { searchText } from './terms';
import { vocabularyOfCourses } from './vocabulary';

function course(branch: string, city = 'Indore', course_name = 'B.Tech', institute_name = ''): Course {
  return { id: '1', branch, city, course_name, institute_name, total_seats: 1, left_seats: 1, price_paise: 1 };
}

const finds = (query: string, ...args: Parameters<typeof course>) =>
  matches(readQuery(query, vocabularyOfCourses([course(...args)]), placeFinder()), searchText(course(...args)));

test('the Hindi names of the catalogue find branch and institute, beside the other names', () => {
  const named = {
    ...course('Welder (GMAW)', 'Rewa', 'ITI', 'Government ITI'),
    branch_hindi: 'गैस वेल्डर',
    institute_hindi: 'शासकीय औद्योगिक प्रशिक्षण संस्था',
  };
  const isFound = (query: string) =>
    matches(readQuery(query, vocabularyOfCourses([named]), placeFinder()), searchText(named));
  for (const query of ['गैस', 'गैस वेल्डर रीवा', 'प्रशिक्षण संस्था', 'welder', 'government iti', 'सरकारी', 'प्रशिक्शण'])
    expect(isFound(query), query).toBe(true);
  expect(isFound('फिटर')).toBe(false);
});

const CSE = 'Computer Science and Engineering';

describe('finds a branch', () => {
  test.each([
    ['computer science', CSE],
    ['COMP sci', CSE],
    ['Computers', CSE],
    ['engineering, computer', CSE],
    ['CSE', CSE],
    ['cs', CSE],
    ['C.S.E.', CSE],
    ['computer science', 'CSE'],
    ['EC', 'Electronics and Communication Engineering'],
    ['ECE', 'Electronics & Communication Engg.'],
    ['EE', 'Electrical Engineering'],
    ['ex', 'Electrical and Electronics Engineering'],
    ['ME', 'Mechanical Engineering'],
    ['CE', 'Civil Engineering'],
    ['IT', 'Information Technology'],
    ['information', 'IT'],
    ['AI', 'Artificial Intelligence and Data Science'],
    ['AIML', 'Artificial Intelligence & Machine Learning'],
    ['AI/ML', 'Artificial Intelligence & Machine Learning'],
    ['copa', 'Computer Operator and Programming Assistant'],
  ])('%s: %s', (query, branch) => expect(finds(query, branch)).toBe(true));
});

describe('finds a branch in Hindi', () => {
  test.each([
    ['कंप्यूटर विज्ञान', CSE],
    ['कम्प्यूटर साइंस', CSE],
    ['कंप्यूटर साइंस एवं इंजीनियरिंग', CSE],
    ['सीएसई', CSE],
    ['यांत्रिक', 'Mechanical Engineering'],
    ['मेकेनिकल', 'Mechanical Engineering'],
    ['सिविल', 'Civil Engineering'],
    ['विद्युत', 'Electrical Engineering'],
    ['आईटी', 'Information Technology'],
    ['ईसी', 'Electronics and Communication Engineering'],
    ['एआई', 'Artificial Intelligence and Data Science'],
    ['खनन', 'Mining Engineering'],
    ['mining', 'माइनिंग इंजीनियरिंग'],
  ])('%s: %s', (query, branch) => expect(finds(query, branch)).toBe(true));
});

test('a short form is a whole word, not the beginning of another', () => {
  expect(finds('IT', 'Fitter', 'Indore', 'ITI', 'Government ITI, Indore')).toBe(false);
  expect(finds('आईटी', 'Fitter', 'Indore', 'ITI', 'Government ITI, Indore')).toBe(false);
  expect(finds('ME', 'Medical Electronics')).toBe(false);
  expect(finds('ME', CSE, 'Indore', 'M.Tech')).toBe(false);
  expect(finds('CE', 'Chemical Engineering')).toBe(false);
  expect(finds('CE', 'Cement Technology', 'Indore', 'Diploma')).toBe(false);
  expect(finds('AI', 'Air Conditioning')).toBe(false);
  expect(finds('BE', CSE, 'Betul', 'Diploma')).toBe(false);
  expect(finds('BE', CSE, 'Betul', 'B.Tech')).toBe(true);
});

test('finds city, institute and type, in both languages', () => {
  const args = ['Civil Engineering', 'Narmadapuram', 'B.Tech', 'Government Engineering College, Narmadapuram'] as const;
  for (const query of [
    'narmada',
    'Hoshangabad',
    'होशंगाबाद',
    'नर्मदापुरम',
    'govt',
    'government college',
    'शासकीय इंजीनियरिंग कॉलेज',
    'b.tech',
    'BTech civil',
    'b tech',
    'बी.टेक सिविल नर्मदापुरम में',
    'बीटेक',
  ])
    expect(finds(query, ...args), query).toBe(true);
  for (const query of ['indore', 'इंदौर', 'diploma', 'civil indore', 'mechanical'])
    expect(finds(query, ...args), query).toBe(false);
  expect(finds('इन्दौर', 'Civil Engineering', 'Indore')).toBe(true);
  expect(finds('indore', 'Civil Engineering', 'इंदौर')).toBe(true);
  expect(finds('डॉ अम्बेडकर नगर', 'Civil Engineering', 'Dr. Ambedkar Nagar')).toBe(true);
});

test('a query without words finds everything', () => {
  for (const query of ['', '  ', '...', 'in the', '\u200b', '%_\\', '🙂'])
    expect(finds(query, 'Civil Engineering'), JSON.stringify(query)).toBe(true);
});

test('one spelling for accents, dots, nukta, nasals and vowel lengths', () => {
  expect(normalize('  Pīthampur,  DHĀR ')).toBe('pithampur dhar');
  expect(normalize('B.Tech C.S.E.')).toBe('btech cse');
  expect(normalize("St. Mary's")).toBe('st marys');
  for (const [one, other] of [
    ['इन्दौर', 'इंदौर'],
    ['कम्प्यूटर', 'कंप्यूटर'],
    ['बड़वानी', 'बडवानी'],
    ['पॉलिटेक्निक', 'पॉलीटेक्निक'],
    ['नौगाँव', 'नौगांव'],
    ['कॉलेज', 'कालेज'],
  ])
    expect(normalize(one!)).toBe(normalize(other!));
});
