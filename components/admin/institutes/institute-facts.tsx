import { AdminSection } from '@/components/admin/section';
import { Link } from '@/components/platform/ui/link';
import { ADMIN_COURSE_LIST } from '@/lib/admin/courses/schema';
import type { InstituteRecord } from '@/lib/admin/institutes/queries';
import { formatDate } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'offices.institute');

/** What is known of an institute: number, former names, offers. */
export function InstituteFacts({ id, institute }: { id: string; institute: InstituteRecord }) {
  const { details, former, offers } = institute;
  return (
    <AdminSection id="about" title={t('about')}>
      <dl className="fields">
        <div>
          <dt>{t('number')}</dt>
          <dd>{details.number ?? t('none')}</dd>
        </div>
        {former.length > 0 && (
          <div>
            <dt>{t('former')}</dt>
            <dd>
              <ul>
                {former.map(({ name, isMerged, endedAt }) => (
                  <li key={`${name} ${endedAt.getTime()}`}>
                    {t(isMerged ? 'merged' : 'formerOf', { name, day: formatDate(endedAt, 'en') })}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('offers')}</dt>
          <dd>
            <Link href={ADMIN_COURSE_LIST.href({ institute: id })} className="text-link underline underline-offset-4">
              {t('offersOf', offers)}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('seats')}</dt>
          <dd>{t('seatsOf', offers)}</dd>
        </div>
      </dl>
      {offers.open > 0 && <p className="text-small text-ink-2">{t('closing')}</p>}
    </AdminSection>
  );
}
