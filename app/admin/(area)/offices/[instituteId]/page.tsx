import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { EditInstitute } from '@/components/admin/institutes/edit-institute';
import { InstituteFacts } from '@/components/admin/institutes/institute-facts';
import { MergeInstitute } from '@/components/admin/institutes/merge-institute';
import { RenameInstitute } from '@/components/admin/institutes/rename-institute';
import { UndoPage } from '@/components/admin/offices/undo-page';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { Conversation } from '@/components/conversation/conversation';
import { MessageForm } from '@/components/conversation/message-form';
import { PageHistory } from '@/components/office/page/page-history';
import { BackLink } from '@/components/platform/ui/back-link';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { readInstituteRecord } from '@/lib/admin/institutes/queries';
import { readAnyPage } from '@/lib/proposals/institute-pages/queries';
import { writeToOffice } from '@/lib/api/conversation';
import * as endpoints from '@/lib/api/institute-pages';
import * as institutes from '@/lib/api/institutes';
import { adminInstitutePath, institutePath } from '@/lib/catalogue/institute-path';
import { institutePartOf } from '@/lib/catalogue/institute-queries';
import { readOfficeConversation } from '@/lib/conversation/queries';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';
import { isUuid } from '@/lib/platform/uuid';

const t = getTranslator('en', 'offices');
const messages = getTranslator('en', 'conversation');
export const metadata: Metadata = { title: t('institute.about') };

type Props = { params: Promise<{ instituteId: string }> };

/**
 * /admin/offices/{instituteId}: an institute, what can be done to it, messages with its office, and what changed on its public page. The id of a merged one leads
 * to the other one.
 */
export default adminPage(async (scope, { params }: Props) => {
  const { instituteId: id } = await params;
  if (!isUuid(id)) notFound();
  const [institute, page] = await Promise.all([readInstituteRecord(scope, id), readAnyPage(scope, id)]);
  if (!institute || !page) {
    const other = await institutePartOf(id);
    if (other === null) notFound();
    redirect(adminInstitutePath(other));
  }
  const { name, city, details, others } = institute;
  const { version, history } = page;
  const conversation = await readOfficeConversation(scope, id);
  const canEdit = mayCall(scope, institutes.renameInstitute);
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/offices">{t('title')}</BackLink>
        <PageHead title={placeOf(name, city)}>
          <Link href={institutePath(id)} className="text-link underline underline-offset-4">
            {t('public')}
          </Link>
          {canEdit && <EditInstitute key={`details ${version}`} institute={details} name={name} />}
          {canEdit && <RenameInstitute key={`name ${version}`} id={id} name={name} version={version} />}
          {canEdit && <MergeInstitute id={id} name={name} city={city} others={others} />}
        </PageHead>
      </div>
      <InstituteFacts id={id} institute={institute} />
      <AdminSection id="messages" title={messages('title')}>
        <Conversation
          conversation={conversation}
          reader="department"
          locale="en"
          write={messages('write.toOffice')}
          form={
            mayCall(scope, writeToOffice) && (
              <MessageForm writer={{ as: 'toOffice', instituteId: id }} last={conversation.last} />
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
}, IN_AREA);
