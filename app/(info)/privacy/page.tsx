import type { Metadata } from 'next';
import { InfoPage, InfoSection } from '@/components/site/info-page';
import { Link } from '@/components/ui/link';
import { RETENTION_DAYS } from '@/lib/adoption/rules';
import { ACCESS_SECONDS, KNOWN_NETWORK_DAYS, OTP_SECONDS, SHARED_CART_DAYS } from '@/lib/core/limits';
import { LOCALE_SECONDS } from '@/lib/i18n/locale';
import { getTranslations } from '@/lib/i18n/server';
import { SESSION_SECONDS } from '@/lib/identity/schema';
import { MESSAGE_DAYS } from '@/lib/notification/statements';
import { pageMetadata } from '@/lib/site/metadata';

const [MINUTE, HOUR, DAY] = [60, 60 * 60, 24 * 60 * 60];

/** What is stored, with the periods of the code that deletes it. */
const STORED = {
  adoption: { days: RETENTION_DAYS },
  account: {},
  session: { hours: SESSION_SECONDS / HOUR, access: ACCESS_SECONDS / HOUR },
  code: { minutes: OTP_SECONDS / MINUTE },
  sharedCart: { days: SHARED_CART_DAYS },
  message: { days: MESSAGE_DAYS },
  limits: { days: KNOWN_NETWORK_DAYS },
  browser: { days: LOCALE_SECONDS / DAY },
  log: {},
} as const satisfies Record<string, Record<string, number>>;

type Stored = keyof typeof STORED;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sitePages.privacy');
  return pageMetadata({ path: '/privacy', title: t('title'), text: 'privacy' });
}

/** /privacy: what is stored, why, and for how long. */
export default async function PrivacyPage() {
  const t = await getTranslations('sitePages.privacy');
  return (
    <InfoPage title={t('title')} lead={t('lead')}>
      {(Object.keys(STORED) as Stored[]).map((kind) => (
        <InfoSection key={kind} title={t(`${kind}.title`)}>
          <p>{t(`${kind}.text`)}</p>
          <dl className="grid gap-x-6 gap-y-2 text-small sm:grid-cols-2">
            <div>
              <dt className="text-cap text-ink-2">{t('why')}</dt>
              <dd>{t(`${kind}.why`)}</dd>
            </div>
            <div>
              <dt className="text-cap text-ink-2">{t('kept')}</dt>
              <dd>{t(`${kind}.kept`, STORED[kind])}</dd>
            </div>
          </dl>
        </InfoSection>
      ))}
      <InfoSection title={t('others.title')}>
        <p>{t('others.text')}</p>
      </InfoSection>
      <InfoSection title={t('ask.title')}>
        <p>
          {t.rich('ask.text', {
            link: (text) => (
              <Link href="/contact" className="text-link underline">
                {text}
              </Link>
            ),
          })}
        </p>
      </InfoSection>
    </InfoPage>
  );
}
