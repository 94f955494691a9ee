/** The language of the page (BCP 47). Amounts are always grouped the Indian way, whatever the language (R-BIZ-02). */
export const LOCALE = 'en';
