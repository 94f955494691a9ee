import { langOf } from '@/lib/i18n/script';
import { getTranslations } from '@/lib/i18n/server';
import { siteContact } from '@/lib/settings/contact';

const EMAIL = /[^\s@,]+@[^\s@,]+/;

/** Whom sponsors can ask; its e-mail address is a link. Without anybody, the way that every sponsor has. */
export async function SiteContact() {
  const contact = await siteContact();
  if (contact === null) return <p>{(await getTranslations('sitePages.contact'))('supportNone')}</p>;
  const email = EMAIL.exec(contact)?.[0];
  const [before, after] = email ? contact.split(email) : [contact];
  return (
    <p lang={langOf(contact)} className="wrap-anywhere">
      <span>{before}</span>
      {email && (
        <a href={`mailto:${email}`} className="inline-flex min-h-tap items-center text-link underline">
          {email}
        </a>
      )}
      <span>{after}</span>
    </p>
  );
}
