import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';
import { normalize } from '@/lib/catalogue/places/names';

/** What people write for a course type: `short` names are words that a search finds, too; `long` ones are not. */
const TYPE_NAMES: Readonly<Record<CourseType, { short: readonly string[]; long: readonly string[] }>> = {
  'M.Tech': {
    short: ['MTech', 'M Tech', 'एमटेक', 'एम टेक'],
    // In a search, ME is Mechanical.
    long: ['M.E.', 'M.E./M.Tech', 'M.Tech/M.E.', 'Master of Technology', 'Master of Engineering', 'एम.ई.'],
  },
  'B.Tech': {
    short: ['BTech', 'B Tech', 'BE', 'बीटेक', 'बी टेक', 'बीई'],
    long: ['B.E./B.Tech', 'B.Tech/B.E.', 'Bachelor of Technology', 'Bachelor of Engineering'],
  },
  Diploma: {
    short: ['Diploma', 'डिप्लोमा'],
    long: [
      ...['Dip.', 'Dipl.', 'Diploma Engineering', 'Diploma in Engineering', 'Engineering Diploma'],
      ...['Polytechnic Diploma', 'Diploma (Polytechnic)'],
    ],
  },
  Polytechnic: { short: ['Polytechnic', 'पॉलिटेक्निक'], long: ['Poly', 'Polytechnique'] },
  ITI: {
    short: ['ITI', 'आईटीआई'],
    long: ['Industrial Training Institute', 'औद्योगिक प्रशिक्षण संस्थान', 'औद्योगिक प्रशिक्षण संस्था'],
  },
};

/** Returns the short names of a course type, in English and Hindi. */
export const shortTypeNames = (type: CourseType): readonly string[] => TYPE_NAMES[type].short;

const keyOf = (text: string) => normalize(text).replaceAll(' ', '');

const TYPE_OF = new Map(
  COURSE_TYPES.flatMap((type) =>
    [type, ...TYPE_NAMES[type].short, ...TYPE_NAMES[type].long].map((name) => [keyOf(name), type] as const),
  ),
);

/**
 * Reads a course type as files name it, ignoring case, dots and spaces: 'B. TECH', 'B.E.', 'Dip.', 'आई.टी.आई.'.
 * @returns null for anything else
 */
export function readTypeName(text: string): CourseType | null {
  return TYPE_OF.get(keyOf(text)) ?? null;
}
