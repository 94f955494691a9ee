import type { CourseType } from '@/lib/catalogue/schema';
import { shortTypeNames } from './type-names';

/**
 * The vocabulary of the search: what people type for what the catalogue contains. All entries are compared after
 * `normalize` of terms.ts.
 */

/** Words without meaning for a search. */
export const STOP_WORDS: readonly string[] = [
  ...['a', 'an', 'and', 'at', 'for', 'from', 'in', 'of', 'on', 'the', 'to', 'with'],
  ...['और', 'एवं', 'का', 'की', 'के', 'को', 'तथा', 'में', 'व', 'सबसे', 'से'],
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

/** Other words for words of branches and institutes: abbreviations, Hindi as spoken, Hindi translated. */
export const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  agricultural: ['कृषि', 'एग्रीकल्चर'],
  agriculture: ['कृषि', 'एग्रीकल्चर'],
  air: ['एयर', 'वायु'],
  architectural: ['आर्किटेक्चर', 'वास्तुकला'],
  architecture: ['आर्किटेक्चर', 'वास्तुकला'],
  artificial: ['आर्टिफिशियल', 'कृत्रिम'],
  assembly: ['असेंबली'],
  assistant: ['असिस्टेंट', 'सहायक'],
  automobile: ['ऑटोमोबाइल'],
  automotive: ['ऑटोमोटिव', 'ऑटोमोबाइल'],
  biotechnology: ['बायोटेक्नोलॉजी', 'जैव प्रौद्योगिकी'],
  business: ['बिजनेस', 'व्यवसाय'],
  carpenter: ['कारपेंटर', 'बढ़ई'],
  cement: ['सीमेंट'],
  chemical: ['केमिकल', 'रासायनिक', 'रसायन'],
  civil: ['सिविल'],
  college: ['कॉलेज', 'महाविद्यालय'],
  communication: ['कम्युनिकेशन', 'संचार'],
  computer: ['कंप्यूटर', 'संगणक'],
  conditioning: ['कंडीशनिंग'],
  construction: ['निर्माण', 'कंस्ट्रक्शन'],
  cyber: ['साइबर'],
  data: ['डेटा', 'डाटा'],
  decoration: ['डेकोरेशन', 'सज्जा'],
  design: ['डिजाइन'],
  diesel: ['डीजल'],
  draughtsman: ['ड्राफ्ट्समैन', 'नक्शानवीस'],
  drone: ['ड्रोन'],
  electrical: ['इलेक्ट्रिकल', 'विद्युत'],
  electrician: ['इलेक्ट्रीशियन', 'बिजली'],
  electronics: ['इलेक्ट्रॉनिक्स', 'इलेक्ट्रॉनिकी'],
  energy: ['ऊर्जा', 'एनर्जी'],
  engineering: ['engg', 'इंजीनियरिंग', 'अभियांत्रिकी'],
  environmental: ['पर्यावरण', 'एनवायरनमेंट'],
  fashion: ['फैशन'],
  fitter: ['फिटर'],
  food: ['फूड', 'खाद्य'],
  garment: ['गारमेंट', 'परिधान'],
  government: ['govt', 'शासकीय', 'सरकारी', 'गवर्नमेंट'],
  indian: ['भारतीय'],
  industrial: ['औद्योगिक', 'इंडस्ट्रियल'],
  information: ['इंफॉर्मेशन', 'सूचना'],
  institute: ['संस्थान', 'इंस्टीट्यूट'],
  instrumentation: ['इंस्ट्रूमेंटेशन'],
  intelligence: ['इंटेलिजेंस', 'बुद्धिमत्ता'],
  interior: ['इंटीरियर', 'आंतरिक'],
  iti: ['आईटीआई'],
  learning: ['लर्निंग'],
  machine: ['मशीन'],
  machinist: ['मशीनिस्ट'],
  management: ['मैनेजमेंट', 'प्रबंधन'],
  mason: ['मेसन', 'राजमिस्त्री'],
  mechanic: ['मैकेनिक', 'मिस्त्री'],
  mechanical: ['मैकेनिकल', 'यांत्रिकी'],
  mechatronics: ['मेकाट्रॉनिक्स'],
  mine: ['खान', 'माइन'],
  mining: ['माइनिंग', 'खनन'],
  motor: ['मोटर'],
  national: ['राष्ट्रीय', 'नेशनल'],
  office: ['ऑफिस', 'कार्यालय'],
  operator: ['ऑपरेटर'],
  plumber: ['प्लंबर', 'नलसाज'],
  polytechnic: ['पॉलिटेक्निक'],
  power: ['पावर'],
  printing: ['प्रिंटिंग', 'मुद्रण'],
  private: ['प्राइवेट', 'निजी'],
  production: ['उत्पादन', 'प्रोडक्शन'],
  programming: ['प्रोग्रामिंग'],
  refrigeration: ['रेफ्रिजरेशन', 'प्रशीतन'],
  renewable: ['अक्षय', 'नवीकरणीय'],
  robotics: ['रोबोटिक्स'],
  science: ['साइंस', 'विज्ञान'],
  security: ['सुरक्षा', 'सिक्योरिटी'],
  sewing: ['सिलाई'],
  software: ['सॉफ्टवेयर'],
  solar: ['सोलर', 'सौर'],
  structural: ['स्ट्रक्चरल', 'संरचना'],
  surveying: ['सर्वे', 'सर्वेक्षण'],
  systems: ['सिस्टम', 'प्रणाली'],
  technical: ['टेक्निकल', 'तकनीकी'],
  technician: ['टेक्नीशियन', 'तकनीशियन'],
  technology: ['टेक्नोलॉजी', 'प्रौद्योगिकी', 'तकनीकी'],
  telecommunication: ['टेलीकम्युनिकेशन', 'दूरसंचार'],
  textile: ['टेक्सटाइल', 'वस्त्र'],
  thermal: ['थर्मल', 'तापीय'],
  turner: ['टर्नर', 'खरादी'],
  university: ['univ', 'विश्वविद्यालय', 'यूनिवर्सिटी'],
  vehicle: ['वाहन', 'व्हीकल'],
  welder: ['वेल्डर'],
  wireman: ['वायरमैन'],
  women: ['महिला', 'कन्या'],
};
