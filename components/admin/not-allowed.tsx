import type { AdminRole } from '@/db/schema/enums';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { getTranslator } from '@/lib/platform/i18n/server';
import { PageHead } from './page-head';

/** Instead of a page that an administrator may not use. @param roles those that may; none if it is closed to who is limited to an area */
export function NotAllowed({ roles }: { roles: readonly AdminRole[] }) {
  const t = getTranslator('en', 'admin');
  const names = roles.map((role) => t(`role.${role}`)).join(', ');
  return (
    <>
      <PageHead title={t('notAllowed.title')} />
      {names === '' ? (
        <EmptyState title={t('notAllowed.areaLead')} text={t('notAllowed.area')} />
      ) : (
        <EmptyState title={t('notAllowed.lead')} text={t('notAllowed.text', { roles: names })} />
      )}
    </>
  );
}
