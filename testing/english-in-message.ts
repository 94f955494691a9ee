import type { Message } from '@/lib/delivery/schema';

/** Addresses, links, the name of the site, the time zone and CSR, which are Latin in Hindi, too. */
const LATIN = /\S+[@/]\S+|Seat Adoption|IST|CSR/g;

/** Returns the English words of a message, in the order of its subject and text, without addresses, links and names. */
export const englishIn = ({ subject, text }: Message): string[] =>
  `${subject} ${text}`.replace(LATIN, '').match(/[A-Za-z]{3,}/g) ?? [];
