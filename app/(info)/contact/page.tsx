import type { Metadata } from 'next';
import { InfoPage, InfoSection } from '@/components/platform/site/info-page';
import { formatDate, indianDay, indianIsoDay } from '@/lib/platform/dates';
import { env } from '@/lib/platform/env';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { readSettings } from '@/lib/settings/queries';
import { ownSupportContact } from '@/lib/settings/support-contact';
import { pageMetadata } from '@/lib/platform/site/metadata';

/** The contact and the receiving body are settings of the administrators. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sitePages.contact');
  return pageMetadata({ path: '/contact', title: t('title'), text: 'contact' });
}

/** /contact: the operator's contact, and the receiving body as far as the administrators entered it. */
export default async function ContactPage() {
  const t = await getTranslations('sitePages.contact');
  const support = await ownSupportContact();
  const { SECURITY_CONTACT: security } = env();
  return (
    <InfoPage title={t('title')} lead={t('lead')}>
      <InfoSection title={t('support')}>
        {support ? <Support contact={support} /> : <p>{t('supportNone')}</p>}
      </InfoSection>
      <ReceivingBody />
      <InfoSection title={t('adoption.title')}>
        <p>{t('adoption.text')}</p>
      </InfoSection>
      {security && (
        <InfoSection title={t('security.title')}>
          <p>
            {t.rich('security.text', {
              link: (text) => (
                <a href="/.well-known/security.txt" className="text-link underline">
                  {text}
                </a>
              ),
            })}
          </p>
        </InfoSection>
      )}
    </InfoPage>
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The support contact is any line of text; an e-mail address alone is a link. */
function Support({ contact }: { contact: string }) {
  return (
    <p lang={langOf(contact)} className="wrap-anywhere">
      {EMAIL.test(contact) ? (
        <a href={`mailto:${contact}`} className="inline-flex min-h-tap items-center text-link underline">
          {contact}
        </a>
      ) : (
        contact
      )}
    </p>
  );
}

const isValid = ({ validUntil }: { validUntil: string }) => !validUntil || validUntil >= indianIsoDay(new Date());

async function ReceivingBody() {
  const t = await getTranslations('sitePages.contact');
  const locale = await getLocale();
  const { legalName, address, registrations } = await readSettings('body');
  if (!legalName) return null;
  const facts = [
    { label: t('address'), values: address ? [address] : [] },
    {
      label: t('registrations'),
      values: registrations
        .filter(isValid)
        .map(({ name, number, validUntil }) =>
          validUntil
            ? t('registrationUntil', { name, number, date: formatDate(indianDay(validUntil), locale) })
            : `${name}: ${number}`,
        ),
    },
  ].filter(({ values }) => values.length > 0);
  return (
    <InfoSection title={t('body')}>
      <p lang={langOf(legalName)} className="font-semibold wrap-anywhere">
        {legalName}
      </p>
      <dl className="grid gap-2">
        {facts.map(({ label, values }) => (
          <div key={label}>
            <dt className="text-cap text-ink-2">{label}</dt>
            {values.map((value) => (
              <dd key={value} className="wrap-anywhere whitespace-pre-line">
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </InfoSection>
  );
}
