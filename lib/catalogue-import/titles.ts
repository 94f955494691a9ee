import type { Cell } from '@/lib/platform/cell';
import { normalized } from '@/lib/platform/unicode';
import { normalize } from '@/lib/catalogue/places/names';
import type { ImportColumn, OptionalColumn } from './schema';

/** Column titles found in real files, without spaces. */
const VARIATIONS: Record<ImportColumn | OptionalColumn, string> = {
  city: 'city cityname nameofcity town district districtname citydistrict location शहर शहरकानाम नगर जिला जिलेकानाम',
  institute:
    'institute institutename institution institutionname college collegename instituteorcollege institutecollege collegeinstitute nameofinstitute nameoftheinstitute nameofinstitution nameofcollege nameofthecollege iti itiname nameofiti nameoftheiti संस्था संस्थाकानाम संस्थान संस्थानकानाम महाविद्यालय महाविद्यालयकानाम',
  courseType:
    'coursetype course type typeofcourse coursename coursecategory program programme degree level पाठ्यक्रम पाठ्यक्रमप्रकार पाठ्यक्रमकाप्रकार कोर्स कोर्सकाप्रकार',
  branch:
    'branch branchname trade tradename nameoftrade nameofthetrade branchtrade tradebranch branchortrade specialisation specialization stream discipline branchdiscipline शाखा शाखाकानाम ट्रेड ट्रेडकानाम शाखाट्रेड व्यवसाय',
  totalSeats:
    'totalseats totalseat seats seatstotal numberofseats noofseats totalnoofseats intake totalintake sanctionedintake approvedintake annualintake intakecapacity capacity seatavailable sanctionedseats सीट सीटें कुलसीट कुलसीटें सीटोंकीसंख्या स्वीकृतसीटें प्रवेशक्षमता',
  price:
    'priceperseatperyear priceperseat priceperyear price seatprice fee fees feeperyear feesperyear annualfee annualfees yearlyfee yearlyfees tuitionfee tuitionfees annualtuitionfee feeperseat feesperseat feeperseatperyear feesperseatperyear feeperannum feesperannum costperseat costperseatperyear शुल्क वार्षिकशुल्क शिक्षणशुल्क फीस वार्षिकफीस प्रतिवर्षशुल्क शुल्कप्रतिवर्ष प्रतिसीटशुल्क प्रतिसीटप्रतिवर्षशुल्क',
  // Lists have several numbers of an institute: the first of these counts.
  number:
    'institutenumber aishecode aisheid aishenumber aishe ncvtmiscode ncvtcode miscode misiticode iticode itinumber dtecode dtecollegecode institutecode instituteno instituteid codeofinstitute codeoftheinstitute numberofinstitute collegecode collegenumber संस्थाकोड संस्थाक्रमांक संस्थानकोड',
  hindi:
    'instituteinhindi institutehindi instituteinhindiname institutenameinhindi hindinameofinstitute hindinameoftheinstitute nameofinstituteinhindi nameoftheinstituteinhindi collegeinhindi collegenameinhindi संस्थाहिंदीमें संस्थाकानामहिंदीमें संस्थानकानामहिंदीमें',
  branchHindi:
    'branchinhindi branchhindi branchnameinhindi tradeinhindi tradenameinhindi nameoftradeinhindi hindinameofbranch hindinameoftrade शाखाहिंदीमें शाखाकानामहिंदीमें ट्रेडहिंदीमें ट्रेडकानामहिंदीमें',
  address: 'instituteaddress address addressofinstitute addressoftheinstitute collegeaddress पता संस्थाकापता',
  website: 'institutewebsite website websiteofinstitute websiteoftheinstitute collegewebsite वेबसाइट',
  kind: 'institutekind kind kindofinstitute kindoftheinstitute',
  contact: 'institutecontact contact contactofinstitute contactoftheinstitute collegecontact संपर्क',
  open: 'open isopen openorclosed openclosed openforadoption',
  session: 'session academicsession academicyear sessionyear सत्र शैक्षणिकसत्र शैक्षणिकवर्ष',
  studyYear: 'yearofstudy studyyear yearofcourse अध्ययनवर्ष अध्ययनकावर्ष',
  duration: 'durationinyears duration durationyears courseduration coursedurationinyears coursedurationyears अवधि',
};

/** Titles of the optional columns of a place. Without a City column, District is the city. */
const PLACE_VARIATIONS = {
  district: 'district districtname nameofdistrict nameofthedistrict जिला जिलेकानाम',
  latitude: 'latitude lat अक्षांश',
  longitude: 'longitude long lon lng देशांतर',
};
export type PlaceColumn = keyof typeof PLACE_VARIATIONS;

const CURRENCY = /(?:(?<!\p{L})in )?(?:₹|(?<!\p{L})(?:inr|rs\.?|rupees|रु\.?|रुपये)(?![\p{L}\p{M}]))/gu;
/** The year that a column is of: '2026-27', 'Session 2026-2027', 'AY 2026'. */
const YEAR =
  /(?<!\p{L})(?:(?:academic (?:year|session)|session|year|a\.?y\.?|सत्र) ?)?20\d\d(?: ?[-–/] ?(?:20)?\d\d)?(?!\d)/gu;

/** Normalizes a title: no case, spaces, punctuation, currency or year: 'Tuition Fee 2026-27 (in ₹)' is 'tuitionfee'. */
export function titleKey(title: string): string {
  const words = normalized(title, 'NFKC').replace(/\s+/g, ' ').toLowerCase().replace(CURRENCY, ' ').replace(YEAR, ' ');
  return normalize(words).replaceAll(' ', '');
}

/** Returns the normalized titles of a row, an empty text for an empty cell. */
export const titleKeys = (cells: readonly Cell[]): string[] =>
  cells.map((cell) => titleKey(String(cell ?? '').slice(0, 200)));

const columnsOf = <Column extends string>(variations: Record<Column, string>): ReadonlyMap<string, Column> =>
  new Map(
    (Object.entries(variations) as [Column, string][]).flatMap(([column, titles]) =>
      titles.split(' ').map((title) => [titleKey(title), column] as const),
    ),
  );
const COLUMN_OF = columnsOf(VARIATIONS);
const PLACE_COLUMN_OF = columnsOf(PLACE_VARIATIONS);

/** Returns the column of a normalized title, or null. */
export const columnOfKey = (key: string): ImportColumn | OptionalColumn | null => COLUMN_OF.get(key) ?? null;

const NUMBER_TITLES = VARIATIONS.number.split(' ').map(titleKey);

/** Returns the title among those of the number of an institute that counts; undefined if there is none. */
export const numberTitleOf = (keys: readonly string[]): string | undefined =>
  NUMBER_TITLES.find((title) => keys.includes(title));

/** Returns the column of a place that a normalized title names, or null. */
export const placeColumnOfKey = (key: string): PlaceColumn | null => PLACE_COLUMN_OF.get(key) ?? null;
