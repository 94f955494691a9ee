import { TEXT_FIELDS, type InstituteTexts } from '@/lib/catalogue/institute-texts';
import type { PageContent } from './schema';

/** The columns of an institute that have what its office says. */
type PageColumns = {
  texts: InstituteTexts;
  contact: string | null;
  phone: string | null;
  website: string | null;
};

/** Returns what an office says. The contact of the catalogue is an e-mail address or a phone number. */
export function contentOf({ texts, contact, phone, website }: PageColumns): PageContent {
  const isEmail = contact?.includes('@') ?? false;
  return {
    ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, texts[field] ?? null])) as Record<
      (typeof TEXT_FIELDS)[number],
      string | null
    >),
    email: isEmail ? contact : null,
    phone: isEmail ? phone : (phone ?? contact),
    website,
  };
}

/** The reverse of contentOf. */
export function columnsOf({ email, phone, website, ...texts }: PageContent): PageColumns {
  return {
    texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)) as InstituteTexts,
    contact: email ?? phone,
    phone: email === null ? null : phone,
    website,
  };
}
