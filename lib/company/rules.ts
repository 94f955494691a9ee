import type { CompanyKind } from '@/db/schema/enums';
import type { Company, CompanyDetails, CompanyInput } from './schema';
import { taxNumber } from './tax-number';

/** Of nothing that was given yet; in the order of forms. */
export const NO_COMPANY: CompanyDetails = {
  legal_name: '',
  kind: '',
  cin: '',
  pan: '',
  gstin: '',
  address: '',
  csr_contact: '',
  papers_email: '',
  plants: [],
  version: 0,
};

/** The fields of the form of a company, in its order. */
export const COMPANY_FIELDS = (Object.keys(NO_COMPANY) as (keyof CompanyDetails)[]).filter(
  (field): field is keyof Company => field !== 'version',
);

/**
 * Returns a company after a request. What the form has always had is emptied if it is absent; a client that does not know the
 * fields added since leaves those as they are.
 */
export function changedCompany(
  { version: _, ...stored }: CompanyDetails,
  { version: __, ...given }: CompanyInput,
): Company {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...stored, legal_name: '', address: '', pan: '', gstin: '', ...known };
}

/** The value of a field as text. */
export const companyText = (company: Company, field: keyof Company): string =>
  field === 'plants' ? company.plants.join(', ') : company[field];

/** Returns the fields that differ. */
export const companyChanges = (former: Company, changed: Company): (keyof Company)[] =>
  COMPANY_FIELDS.filter((field) => companyText(former, field) !== companyText(changed, field));

/** Returns the body of a request for the fields of a form. @param typed returns what is in a field */
export function companyBody(typed: (field: keyof Company) => string): CompanyInput {
  const texts = COMPANY_FIELDS.filter((field) => field !== 'plants').map((field) => [field, typed(field).trim()]);
  const plants = typed('plants').split(/[,;\n]/);
  return { ...Object.fromEntries(texts), plants: plants.map((plant) => plant.trim()).filter((plant) => plant !== '') };
}

const GSTIN = /^(0[1-9]|[12]\d|3[0-8])[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;

/** Whether the last character of a GSTIN is the check digit of the others: base 36, weights 1 and 2 in turn. */
function hasCheckDigit(gstin: string): boolean {
  const sum = [...gstin.slice(0, 14)].reduce((total, character, index) => {
    const product = parseInt(character, 36) * (1 + (index % 2));
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return parseInt(gstin.slice(14), 36) === (36 - (sum % 36)) % 36;
}

/**
 * Returns why a GSTIN is unusual; null if it is not, or empty. It can be saved all the same: there are other kinds of
 * GSTIN. Its characters 3 to 12 are the PAN.
 * @param pan of the same company, '' if unknown
 */
export function gstinWarning(typed: string, pan: string): 'shape' | 'check_digit' | 'pan' | null {
  const gstin = taxNumber(typed);
  if (gstin === '') return null;
  if (!GSTIN.test(gstin)) return 'shape';
  if (!hasCheckDigit(gstin)) return 'check_digit';
  return pan !== '' && gstin.slice(2, 12) !== taxNumber(pan) ? 'pan' : null;
}

const CIN = /^[LU]\d{5}[A-Z]{2}(?<year>\d{4})(?<class>[A-Z]{3})\d{6}$/;
const LLPIN = /^[A-Z]{3}-?\d{4}$/;
/** The first registrations of companies in India. */
const FIRST_YEAR = 1850;
/** The classes of companies that are known; there may be others. */
const CLASSES = ['PTC', 'PLC', 'OPC', 'GOI', 'SGC', 'NPL', 'FTC', 'GAP', 'ULL', 'ULT', 'FLC'];

/**
 * Returns why a CIN, or the LLPIN of an LLP, is unusual; null if it is not, or empty. It can be saved all the same: lists and
 * shapes may be incomplete. 'kind': the kind of the company is another one. 'pan': its PAN, whose fourth letter is the kind of
 * its holder, is that of a person or a firm.
 * @param year the present one
 */
export function cinWarning(
  typed: string,
  { kind, pan }: { kind: CompanyKind | ''; pan: string },
  year: number,
): 'shape' | 'llpin' | 'year' | 'class' | 'kind' | 'pan' | null {
  const cin = taxNumber(typed);
  if (cin === '') return null;
  const holder = taxNumber(pan).charAt(3);
  if (LLPIN.test(cin) && kind !== 'company') return kind === 'other' ? 'kind' : holder === 'P' ? 'pan' : null;
  const parts = CIN.exec(cin)?.groups;
  if (!parts) return kind === 'llp' ? 'llpin' : 'shape';
  const registered = Number(parts.year);
  if (registered < FIRST_YEAR || registered > year) return 'year';
  if (kind === 'llp' || kind === 'other') return 'kind';
  if (['P', 'F', 'H'].includes(holder)) return 'pan';
  return CLASSES.includes(parts.class!) ? null : 'class';
}

/** Whether one of these places, such as a district and its cities, has a plant of the company; null if it has named none. */
export function isLocalArea(plants: readonly string[], places: readonly string[]): boolean | null {
  const near = new Set(places.map((place) => place.toLowerCase()));
  return plants.length === 0 ? null : plants.some((plant) => near.has(plant.toLowerCase()));
}
