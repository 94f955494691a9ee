import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { UndoPage } from '@/components/admin/offices/undo-page';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { Conversation } from '@/components/conversation/conversation';
import { MessageForm } from '@/components/conversation/message-form';
import { PageHistory } from '@/components/office/page/page-history';
import { BackLink } from '@/components/platform/ui/back-link';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { readAnyPage } from '@/lib/proposals/institute-pages/queries';
import { writeToOffice } from '@/lib/api/conversation';
import * as endpoints from '@/lib/api/institute-pages';
import { institutePath } from '@/lib/catalogue/institute-path';
import { readOfficeConversation } from '@/lib/conversation/queries';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { isUuid } from '@/lib/platform/uuid';

const t = getTranslator('en', 'offices');
const messages = getTranslator('en', 'conversation');
export const metadata: Metadata = { title: t('oneTitle') };

type Props = { params: Promise<{ instituteId: string }> };

/** /admin/offices/{instituteId}: messages with the office of an institute, and what changed on its page; the catalogue role writes and undoes. */
export default adminPage(async (scope, { params }: Props) => {
  const { instituteId } = await params;
  const page = isUuid(instituteId) ? await readAnyPage(scope, instituteId) : null;
  if (!page) notFound();
  const { id, name, city, version, history } = page;
  const conversation = await readOfficeConversation(scope, id);
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/offices">{t('title')}</BackLink>
        <PageHead title={`${name}, ${city}`}>
          <Link href={institutePath(id)} className="text-link underline underline-offset-4">
            {t('public')}
          </Link>
        </PageHead>
      </div>
      <AdminSection id="messages" title={messages('title')}>
        <Conversation
          conversation={conversation}
          reader="department"
          locale="en"
          write={messages('write.toOffice')}
          form={
            mayCall(scope, writeToOffice) && (
              <MessageForm writer={{ as: 'toOffice', instituteId }} last={conversation.last} />
            )
          }
        />
      </AdminSection>
      <AdminSection id="history" title={t('history')}>
        <PageHistory
          history={history}
          isNamed
          action={({ id: entry, at, isWhole }) =>
            isWhole &&
            mayCall(scope, endpoints.undoPage) && (
              <UndoPage instituteId={id} version={version} entry={entry} at={formatDateTime(at)} />
            )
          }
        />
      </AdminSection>
    </>
  );
});
