import { expect, test } from 'vitest';
import { companyName, companyNamer } from './company-names';

test.each([
  ['CHAMBAL TEXTILE MILLS PVT LTD', '', 'Chambal Textile Mills'],
  ['CHAMBAL TEXTILE MILLS', '', 'Chambal Textile Mills Private Limited'],
  ['M/S CHAMBAL TEXTILE', '', 'Chambal Textiles (India) Ltd.'],
  ['CHAMBAL AUTO COMPO', '', 'Chambal Auto Components'],
  ['BETWA CEMENT PVT', '', 'Betwa Cement'],
  ['BETWA CEMENT PRIVA', '', 'Betwa Cement'],
  ['KIRLOSKARBROTHERSWOR', '', 'Kirloskarbrothersworks'],
  ['COCA COLA', '', 'Coca-Cola India'],
  ['3M INDIA LIMITED', '', '3M India'],
  ['MAHI ENGG PVT LTD, INDORE', '', 'Mahi Engg'],
  ['', 'SEATS BY NARMADA MOTORS FOR CSR', 'Narmada Motors Ltd'],
  ['नर्मदा मोटर्स', '', 'नर्मदा मोटर्स प्रा'],
])('%j, %j names %s', (payer, text, company) => expect(companyNamer(payer, text)(companyName(company))).toBe(true));

test.each([
  ['CHAMBAL TEXTILE PVT LTD', '', 'Chambal Textile Exports'],
  ['CHAMBAL', '', 'Chambal Textile'],
  ['MALWA CO OPERATIVE', '', 'Malwa Ltd'],
  ['TATA MOTORS FINANCE', 'NEFT/TATA MOTORS FINANCE', 'Tata Motors'],
  ['TATA MOTORS FINANCE', 'TATA MOTORS FINANCE', 'Motors Finance'],
  ['NARMADA TEXTILES', 'NARMADA TEXTILES', 'Narmada'],
  ['KEN F', '', 'Ken Foods'],
  ['', 'NEFT NARMADA', 'Narmada'],
  ['', 'NARMADA POWER AND SON MOTORS', 'Narmada Motors'],
  ['INDIA LTD', 'INDIA LTD', 'The India Company'],
  ['', '', 'Narmada Motors'],
])('%j, %j does not name %s', (payer, text, company) =>
  expect(companyNamer(payer, text)(companyName(company))).toBe(false),
);
