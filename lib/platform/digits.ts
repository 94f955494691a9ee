/** Replaces the digits of all scripts by ASCII ones: '१२३', '１２３' and '١٢٣' become '123'. */
export function latinDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0)!)));
}

/** Returns only the digits of a text, as ASCII: '+९१ 98-930' becomes '9198930'. */
export function onlyDigits(text: string): string {
  return latinDigits(text).replace(/[^0-9]/g, '');
}

/** The ten digits of a script follow each other in Unicode, and sets of ten may follow each other, too. */
function digitValue(codePoint: number): number {
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}
