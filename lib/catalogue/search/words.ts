import type { CourseType } from '@/db/schema/enums';
import { shortTypeNames } from './type-names';

/**
 * The vocabulary of the search: what people type for what the catalogue contains. All entries are compared after
 * `normalize` of terms.ts.
 */

/** Words between names that are all meant: 'electrician and fitter'. */
export const AND_WORDS: readonly string[] = ['and', 'और', 'एवं', 'तथा'];

/** Words without meaning for a search. */
export const STOP_WORDS: readonly string[] = [
  ...AND_WORDS,
  ...['a', 'an', 'at', 'for', 'from', 'in', 'of', 'on', 'the', 'to', 'with'],
  ...['का', 'की', 'के', 'को', 'में', 'व', 'सबसे', 'से'],
];

/** Words between alternatives, like a comma: 'electrician or fitter'. */
export const OR_WORDS: readonly string[] = ['or', 'अथवा', 'या'];

/** What asks for the lowest price. */
export const CHEAPEST: readonly string[] = [
  ...['cheap', 'cheaper', 'cheapest', 'low cost', 'lowest cost', 'lowest fee', 'lowest fees', 'lowest price'],
  ...['सस्ता', 'सस्ती', 'सस्ते', 'कम कीमत', 'कम दाम', 'कम फीस', 'कम शुल्क'],
];

/** Words before a place: 'civil near Pithampur'. A following 'to' is a stop word. */
export const NEAR_BEFORE: readonly string[] = ['around', 'close', 'near', 'nearby', 'nearest'];

/** Words that follow a place and 'के': 'पीथमपुर के पास'. */
export const NEAR_AFTER: readonly string[] = ['आसपास', 'करीब', 'नजदीक', 'निकट', 'पास', 'समीप'];

/**
 * Branches with their usual short forms. A branch with one of the short forms is found by the full name, too. A short
 * form only matches whole words: IT is not ITI, ME is not Medical.
 */
export const SHORT_FORMS: readonly { branch: string; forms: readonly string[] }[] = [
  { branch: 'Computer Science', forms: ['CS', 'CSE', 'सीएस', 'सीएसई'] },
  { branch: 'Computer Engineering', forms: ['CS', 'CSE', 'सीएस', 'सीएसई'] },
  { branch: 'Information Technology', forms: ['IT', 'आईटी'] },
  { branch: 'Electronics Communication', forms: ['EC', 'ECE', 'ईसी', 'ईसीई'] },
  { branch: 'Electronics Telecommunication', forms: ['EC', 'ETC', 'EXTC', 'ENTC', 'ईसी'] },
  { branch: 'Electronics Instrumentation', forms: ['EI', 'EIE', 'ईआई'] },
  { branch: 'Electrical Electronics', forms: ['EE', 'EEE', 'EX', 'ईई', 'ईईई', 'ईएक्स'] },
  { branch: 'Electrical Engineering', forms: ['EE', 'ईई'] },
  { branch: 'Mechanical', forms: ['ME', 'एमई'] },
  { branch: 'Civil', forms: ['CE', 'सीई'] },
  { branch: 'Artificial Intelligence Machine Learning', forms: ['AIML', 'एआईएमएल'] },
  { branch: 'Artificial Intelligence Data Science', forms: ['AIDS', 'एआईडीएस'] },
  { branch: 'Artificial Intelligence', forms: ['AI', 'एआई'] },
  { branch: 'Machine Learning', forms: ['ML', 'एमएल'] },
  { branch: 'Data Science', forms: ['DS', 'डीएस'] },
  { branch: 'Internet Things', forms: ['IoT', 'आईओटी'] },
  { branch: 'Computer Operator Programming Assistant', forms: ['COPA', 'कोपा'] },
  { branch: 'Refrigeration Air Conditioning', forms: ['RAC', 'आरएसी'] },
];

/** What people search for besides the names of course types. */
export const TYPE_WORDS: Readonly<Record<CourseType, readonly string[]>> = {
  'M.Tech': ['Master', 'स्नातकोत्तर'],
  'B.Tech': ['Bachelor', 'Degree', 'स्नातक'],
  Diploma: shortTypeNames('Polytechnic'),
  Polytechnic: shortTypeNames('Diploma'),
  ITI: ['Trade'],
};

/**
 * Other words for words of branches and institutes: abbreviations, Hindi as spoken, Hindi translated. The usual Hindi word
 * is in `words` of lib/platform/i18n/hi/names.json: it is shown as well.
 */
export const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  agricultural: ['एग्रीकल्चर'],
  agriculture: ['एग्रीकल्चर'],
  air: ['वायु'],
  architectural: ['वास्तुकला'],
  architecture: ['वास्तुकला'],
  artificial: ['कृत्रिम'],
  assistant: ['सहायक'],
  automotive: ['ऑटोमोबाइल'],
  biotechnology: ['जैव प्रौद्योगिकी'],
  business: ['व्यवसाय'],
  carpenter: ['बढ़ई'],
  chemical: ['रासायनिक', 'रसायन'],
  college: ['महाविद्यालय'],
  communication: ['संचार'],
  computer: ['संगणक'],
  construction: ['कंस्ट्रक्शन'],
  data: ['डाटा'],
  decoration: ['सज्जा'],
  draughtsman: ['नक्शानवीस'],
  electrical: ['विद्युत'],
  electrician: ['बिजली'],
  electronics: ['इलेक्ट्रॉनिकी'],
  energy: ['एनर्जी'],
  engineering: ['engg', 'अभियांत्रिकी'],
  environmental: ['एनवायरनमेंट'],
  food: ['खाद्य'],
  garment: ['परिधान'],
  government: ['govt', 'सरकारी', 'गवर्नमेंट'],
  industrial: ['इंडस्ट्रियल'],
  information: ['सूचना'],
  institute: ['इंस्टीट्यूट'],
  intelligence: ['बुद्धिमत्ता'],
  interior: ['आंतरिक'],
  management: ['प्रबंधन'],
  mason: ['राजमिस्त्री'],
  mechanic: ['मिस्त्री'],
  mechanical: ['यांत्रिकी'],
  mine: ['खान'],
  mining: ['खनन'],
  national: ['नेशनल'],
  office: ['कार्यालय'],
  plumber: ['नलसाज'],
  printing: ['मुद्रण'],
  private: ['निजी'],
  production: ['प्रोडक्शन'],
  refrigeration: ['प्रशीतन'],
  renewable: ['नवीकरणीय'],
  science: ['विज्ञान'],
  security: ['सिक्योरिटी'],
  solar: ['सौर'],
  structural: ['संरचना'],
  surveying: ['सर्वेक्षण'],
  systems: ['प्रणाली'],
  technical: ['तकनीकी'],
  technician: ['तकनीशियन'],
  technology: ['प्रौद्योगिकी', 'तकनीकी'],
  telecommunication: ['दूरसंचार'],
  textile: ['वस्त्र'],
  thermal: ['तापीय'],
  turner: ['खरादी'],
  university: ['univ', 'यूनिवर्सिटी'],
  vehicle: ['व्हीकल'],
  women: ['कन्या'],
};
