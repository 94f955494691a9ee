import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { PageHead } from '@/components/admin/page-head';
import { AgreementForm } from '@/components/admin/reservations/agreement-form';
import { BackLink } from '@/components/platform/ui/back-link';
import { listSessions } from '@/lib/sessions/queries';
import { RESERVATION_LIST } from '@/lib/admin/reservations/schema';
import * as endpoints from '@/lib/api/reservations';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'reservations.agreement');
export const metadata: Metadata = { title: t('title') };

/** /admin/catalogue/reservations/agreement: reserves seats for a company. */
export default adminPage(async (scope) => {
  const sessions = await listSessions(scope);
  const open = sessions.flatMap(({ name, state }) => (state === 'open' ? [name] : []));
  return (
    <>
      <div className="grid gap-1">
        <BackLink href={RESERVATION_LIST.path}>{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <AgreementForm sessions={open} />
    </>
  );
}, endpoints.reserveSeats);
