/** The largest amount of a UPI payment to a body that is no verified merchant, in paise. */
export const MAX_UPI_PAISE = 1_00_000_00;

/**
 * Returns the link that a UPI app opens with payee, amount and reference filled in.
 * @param payee the UPI address of the payee, and its name
 * @param amountPaise integer paise
 */
export function upiLink(payee: { upiId: string; name: string }, amountPaise: number, reference: string): string {
  const fields = { pa: payee.upiId, pn: payee.name, am: (amountPaise / 100).toFixed(2), cu: 'INR', tn: reference };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  // Apps read the address of the payee as it is.
  return `upi://pay?${query.join('&')}`.replace('%40', '@');
}
