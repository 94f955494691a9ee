import { CompanyLink } from '@/components/admin/companies/company-link';
import { AdminSection } from '@/components/admin/section';
import { DescriptionList } from '@/components/admin/users-and-billings/description-list';
import { Verified, verifiedKey } from '@/components/admin/users-and-billings/verified';
import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { formatDate, formatLastDay, indianDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { consentValues } from '@/lib/adoption/core/consent-rules';
import { COMPANY_FIELDS, companyText } from '@/lib/company/rules';
import { EraseGuest } from './erase-guest';
import { ActionFormButton } from './action-form-button';
import { timeOf } from './texts';

type SponsorProps = { adoption: AdminAdoption; canAct: boolean; mayAct: boolean };

/** The sponsor as recorded with the adoption, its verification and its term. */
export function SponsorSection({ adoption, canAct, mayAct }: SponsorProps) {
  const t = getTranslator('en', 'adminAdoption.details');
  const records = getTranslator('en', 'usersAndBillings');
  const form = getTranslator('en', 'adminAdoption.form');
  const consent = getTranslator('en', 'usersAndBillings.view');
  const onPapers = getTranslator('en', 'company');
  const { sponsor, companyDetails: company, channel, state, verifiedChannel, verifiedMs, createdMs } = adoption;
  const isPledge = state === 'pledged';
  return (
    <AdminSection
      id="sponsor"
      title={t('title')}
      actions={
        canAct && (
          <>
            {isPledge && <ActionFormButton action={{ form: 'extend' }} />}
            <ActionFormButton action={{ form: 'correct' }} />
            {mayAct && adoption.isGuests && <EraseGuest reference={adoption.reference} />}
          </>
        )
      }
    >
      <DescriptionList
        items={[
          [records('column.name'), sponsor.fullName],
          [
            records('column.company'),
            <CompanyLink key="company" company={sponsor.company} groupId={adoption.groupId} />,
          ],
          [records('column.designation'), sponsor.designation],
          [records('column.industry'), sponsor.industry || records('view.none')],
          [records('column.email'), sponsor.email],
          [records('column.phone'), sponsor.phone],
          [t('channel'), t(channel)],
          [records('column.created'), timeOf(createdMs)],
          [
            t('verified'),
            <Verified key="verified" is={verifiedMs !== null}>
              {records(verifiedKey(verifiedMs !== null, verifiedChannel))}
              {verifiedMs !== null && <span>{`, ${timeOf(verifiedMs)}`}</span>}
            </Verified>,
          ],
          ...(verifiedMs === null
            ? []
            : [
                [
                  consent('consent'),
                  adoption.consent ? consent('agreed', consentValues(adoption.consent, 'en')) : consent('notRecorded'),
                ] as const,
              ]),
          ...(adoption.entry ? [[t('entry'), t('entryOf', adoption.entry)] as const] : []),
          ...(adoption.orderNumber ? [[form('field.purchase_order'), adoption.orderNumber] as const] : []),
          ...COMPANY_FIELDS.filter((field) => companyText(company, field) !== '').map(
            (field) =>
              [
                onPapers(field === 'cin' && company.kind === 'llp' ? 'field.llpin' : `field.${field}`),
                field === 'kind' ? onPapers(`kind.${company.kind || 'unknown'}`) : companyText(company, field),
              ] as const,
          ),
          ...(isPledge ? [[t('due'), termOf(adoption.dueMs)] as const] : []),
          ...adoption.instalments.map(
            ({ on, paise, missingPaise }, at) =>
              [
                t('part', { number: at + 1 }),
                t(missingPaise === 0 ? 'partPaid' : 'partDue', {
                  amount: formatINR(paise),
                  day: formatDate(indianDay(on), 'en'),
                }),
              ] as const,
          ),
        ]}
      />
    </AdminSection>
  );
}

function termOf(dueMs: number | null): string {
  const t = getTranslator('en', 'adminAdoption.details');
  if (dueMs === null) return t('noEnd');
  const day = formatLastDay(new Date(dueMs), 'en');
  return dueMs > Date.now() ? t('until', { day }) : t('over', { day });
}
