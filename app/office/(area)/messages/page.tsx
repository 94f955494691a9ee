import type { Metadata } from 'next';
import { AdminSection } from '@/components/admin/section';
import { PageHead } from '@/components/admin/page-head';
import { Conversation } from '@/components/conversation/conversation';
import { MessageForm } from '@/components/conversation/message-form';
import { officePage } from '@/components/office/office-page';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { writeAsOffice } from '@/lib/api/conversation';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteWithCity } from '@/lib/catalogue/names';
import { readConversationsOfOffice } from '@/lib/conversation/queries';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('conversation'))('title') };
}

/** /office/messages: what the department and the institutes of an office write to each other; heads write. */
export default officePage(async (scope) => {
  const [t, names, locale] = [await getTranslations('conversation'), await getNames(), await getLocale()];
  const conversations = await readConversationsOfOffice(scope);
  const mayWrite = mayCall(scope, writeAsOffice);
  return (
    <>
      <PageHead title={t('title')} />
      <p className="max-w-prose text-small text-ink-2">{t(mayWrite ? 'lead' : 'leadClerk')}</p>
      {scope.institutes.map(({ id, name, hindi, city }) => {
        const conversation = conversations.get(id)!;
        return (
          <AdminSection key={id} id={`institute-${id}`} title={instituteWithCity(names, name, hindi, city)}>
            <Conversation
              conversation={conversation}
              reader="office"
              locale={locale}
              write={t('write.office')}
              form={mayWrite && <MessageForm writer={{ as: 'office', instituteId: id }} last={conversation.last} />}
            />
          </AdminSection>
        );
      })}
    </>
  );
});
