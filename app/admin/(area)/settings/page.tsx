import type { Metadata } from 'next';
import { Fragment } from 'react';
import { adminPage } from '@/components/admin/admin-page';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { AccountChangeNote } from '@/components/admin/settings/account-change';
import {
  BodyForm,
  ContactForm,
  NumberingForm,
  OfferForm,
  PrivacyForm,
  TermsForm,
} from '@/components/admin/settings/group-forms';
import { MissingNote } from '@/components/admin/settings/missing-note';
import { Note } from '@/components/platform/ui/note';
import { mayCall } from '@/lib/accounts/administrators/roles';
import * as endpoints from '@/lib/api/settings';
import { getTranslator } from '@/lib/platform/i18n/server';
import { defaultPrivacyText } from '@/lib/operation/privacy/notice';
import { readAccountChange, readAllSettings } from '@/lib/settings/queries';

const t = getTranslator('en', 'settings');
export const metadata: Metadata = { title: t('title') };

/** /admin/settings: the receiving body, terms, numbers of papers, the support contact, and what sponsors are told about a seat and their data. */
export default adminPage(async (scope) => {
  const [{ terms, body, numbering, contact, offer, privacy }, change] = await Promise.all([
    readAllSettings(scope),
    readAccountChange(scope),
  ]);
  const forms = [
    // Another change that waits: the fields show the account that is printed.
    [
      'body',
      <Fragment key={`body ${change?.version}`}>
        {change !== null && <AccountChangeNote {...change} />}
        <BodyForm {...body} />
      </Fragment>,
    ],
    ['terms', <TermsForm key="terms" {...terms} />],
    ['numbering', <NumberingForm key="numbering" {...numbering} />],
    ['contact', <ContactForm key="contact" {...contact} />],
    ['offer', <OfferForm key="offer" {...offer} />],
    [
      'privacy',
      <PrivacyForm key="privacy" {...privacy} texts={{ en: defaultPrivacyText('en'), hi: defaultPrivacyText('hi') }} />,
    ],
  ] as const;
  const maySave = mayCall(scope, endpoints.saveSettings);
  return (
    <>
      <PageHead title={t('title')} />
      {!maySave && <Note kind="warn">{getTranslator('en', 'admin')('notAllowed.settings')}</Note>}
      <MissingNote />
      <p className="text-small text-ink-2">{t('issued')}</p>
      {forms.map(([group, form]) => (
        <AdminSection key={group} id={group} title={t(`group.${group}.title`)}>
          <p className="mb-2 text-small text-ink-2">{t(`group.${group}.text`)}</p>
          <fieldset disabled={!maySave} className="contents">
            {form}
          </fieldset>
        </AdminSection>
      ))}
    </>
  );
});
