import type { Metadata } from 'next';
import { Fragment, type ReactNode } from 'react';
import { z } from 'zod';
import { adminPage } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { AccountChangeNote } from '@/components/admin/settings/account-change';
import {
  BankFileForm,
  BodyForm,
  ContactForm,
  NumberingForm,
  OfferForm,
  PrivacyForm,
  TermsForm,
} from '@/components/admin/settings/group-forms';
import { FiguresPanel } from '@/components/admin/settings/figures-panel';
import { MissingNote } from '@/components/admin/settings/missing-note';
import { SectionList } from '@/components/admin/settings/section-list';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { inviteAdministrator } from '@/lib/api/administrators';
import * as endpoints from '@/lib/api/settings';
import { readStoredFigures, type StoredFigures } from '@/lib/catalogue/district-figures/queries';
import { formatDate } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { parseFilter, type GivenParams } from '@/lib/platform/search-params';
import { defaultPrivacyText } from '@/lib/operation/privacy/notice';
import { readAccountChange, readAllSettings } from '@/lib/settings/queries';
import { SETTINGS_GROUPS, type SettingsGroup } from '@/lib/settings/schema';

const t = getTranslator('en', 'settings');
export const metadata: Metadata = { title: t('title') };

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

const schema = z.object({ section: z.enum([...SETTINGS_GROUPS, 'figures']).default('body') });

function Figures({ stored, maySave }: { stored: StoredFigures | null; maySave: boolean }) {
  const facts = stored && {
    ...{ version: stored.version, day: formatDate(stored.savedAt, 'en') },
    ...{ title: stored.figures.title, title_hindi: stored.figures.title_hindi },
    ...{ source: stored.figures.source, year: stored.figures.year },
    districts: Object.keys(stored.figures.figures).length,
  };
  return (
    <AdminSection id="figures" title={t('figures.section')}>
      <p className="mb-2 max-w-prose text-small text-ink-2">{t('figures.text')}</p>
      <FiguresPanel key={stored?.version} stored={facts} maySave={maySave} />
    </AdminSection>
  );
}

/**
 * /admin/settings: what is not set, by group, and the form of one group: the receiving body, terms, numbers of papers, the file for the bank, the support
 * contact, what sponsors are told about a seat and their data; and the figures of districts. The group is a search parameter.
 */
export default adminPage(async (scope, { searchParams }: Props) => {
  const [settings, change, figures, params] = await Promise.all([
    readAllSettings(scope),
    readAccountChange(scope),
    readStoredFigures(scope),
    searchParams,
  ]);
  const {
    filter: { section },
    problems,
  } = parseFilter(schema, params);
  const { terms, body, numbering, bankFile, contact, offer, privacy } = settings;
  const forms = {
    // Another change that waits: the fields show the account that is printed.
    body: (
      <Fragment key={`body ${change?.version}`}>
        {change !== null && <AccountChangeNote {...change} />}
        <BodyForm {...body} />
      </Fragment>
    ),
    terms: <TermsForm {...terms} />,
    numbering: <NumberingForm {...numbering} />,
    bankFile: <BankFileForm {...bankFile} />,
    contact: <ContactForm {...contact} />,
    offer: <OfferForm {...offer} />,
    privacy: <PrivacyForm {...privacy} texts={{ en: defaultPrivacyText('en'), hi: defaultPrivacyText('hi') }} />,
  } satisfies Record<SettingsGroup, ReactNode>;
  const maySave = mayCall(scope, endpoints.saveSettings);
  return (
    <>
      <PageHead title={t('title')}>
        {mayCall(scope, inviteAdministrator) && (
          <Button asChild variant="line" size="small">
            <Link href="/admin/administrators">{getTranslator('en', 'administrators')('title')}</Link>
          </Button>
        )}
      </PageHead>
      {!maySave && <Note kind="warn">{getTranslator('en', 'admin')('notAllowed.settings')}</Note>}
      <IgnoredParamsNotice names={problems} missing={null} />
      <MissingNote />
      <SectionList settings={settings} figures={figures} current={section} />
      {section === 'figures' ? (
        <Figures stored={figures} maySave={maySave} />
      ) : (
        <AdminSection key={section} id={section} title={t(`group.${section}.title`)}>
          <p className="mb-2 max-w-prose text-small text-ink-2">
            {[t(`group.${section}.text`), ...(section === 'body' || section === 'numbering' ? [t('issued')] : [])].join(
              ' ',
            )}
          </p>
          <fieldset disabled={!maySave} className="contents">
            {forms[section]}
          </fieldset>
        </AdminSection>
      )}
    </>
  );
});
