import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ActOnSession } from '@/components/sessions/act-on-session';
import { ComparedTable } from '@/components/sessions/compared-table';
import { ReportDatesForm } from '@/components/sessions/report-dates-form';
import { RenewalSection } from '@/components/sessions/renewal-section';
import { StudentFigures } from '@/components/sessions/student-figures';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Field } from '@/components/platform/ui/field';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { SelectField } from '@/components/platform/ui/select-field';
import { dryRunOpening, listSessions, readReportDates } from '@/lib/sessions/queries';
import { openingSchema, type ListedSession, type Opening } from '@/lib/sessions/schema';
import { mayCall } from '@/lib/accounts/administrators/roles';
import * as endpoints from '@/lib/api/sessions';
import { parseFilter } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'sessions');
export const metadata: Metadata = { title: t('title') };

type Props = {
  params: Promise<{ session: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/**
 * /admin/sessions/{session}: where the offers of a planned session come from, the dry run of opening it, and the button that
 * opens it; and the days of reports, the students and the renewals of any session. The choices are search
 * parameters. Who may not plan reads the students and the renewals.
 */
export default adminPage(async (scope, { params, searchParams }: Props) => {
  const { session: name } = await params;
  const [sessions, given] = await Promise.all([listSessions(scope), searchParams]);
  const session = sessions.find((row) => row.name === name);
  if (!session) notFound();
  const others = sessions.filter((row) => row !== session && row.state !== 'planned');
  const canAct = mayCall(scope, endpoints.actOnSession);
  const isChosen = Object.keys(given).length > 0;
  const last = others.find(({ firstDay }) => firstDay < session.firstDay);
  const { filter, problems } = parseFilter(openingSchema, isChosen ? given : { from: last?.name });
  return (
    <>
      <BackLink href="/admin/sessions">{t('plan.back')}</BackLink>
      <PageHead title={t('plan.title', { name })} note={t(`state.${session.state}`)} />
      {session.state !== 'planned' ? (
        <Note kind="ok">{t('plan.isOpen', { state: session.state })}</Note>
      ) : canAct ? (
        <>
          <IgnoredParamsNotice names={problems} missing={null} />
          <Sources session={session} others={others} opening={filter} />
          <DryRunSection session={session} opening={filter} run={await dryRunOpening(scope, name, filter)} />
        </>
      ) : null}
      {canAct && (
        <AdminSection id="report-dates" title={t('reports.title')}>
          <p className="max-w-prose text-small text-ink-2">{t('reports.text')}</p>
          <ReportDatesForm
            key={session.version}
            name={name}
            version={session.version}
            dates={await readReportDates(scope, name)}
          />
        </AdminSection>
      )}
      <StudentFigures scope={scope} session={session.name} />
      <RenewalSection scope={scope} session={session} canAct={canAct} opening={filter} />
    </>
  );
}, endpoints.readStudentFigures);

type SourcesProps = { session: ListedSession; others: readonly ListedSession[]; opening: Opening };

function Sources({ session, others, opening }: SourcesProps) {
  return (
    <AdminSection id="sources" title={t('plan.sources')}>
      <p className="max-w-prose text-small text-ink-2">{t('plan.sourcesText')}</p>
      <form
        action={`/admin/sessions/${session.name}#dry-run`}
        className="grid items-end gap-3 md:grid-cols-2 lg:grid-cols-3"
      >
        <SelectField label={t('plan.from')} name="from" defaultValue={opening.from ?? ''}>
          <option value="">{t('plan.none')}</option>
          {others.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Field label={t('plan.percent')} name="percent" inputMode="decimal" defaultValue={String(opening.percent)} />
        <SelectField label={t('plan.continuing')} name="continuing" defaultValue={opening.continuing}>
          <option value="yes">{t('plan.continuingYes')}</option>
          <option value="no">{t('plan.continuingNo')}</option>
        </SelectField>
        <SelectField label={t('plan.unpaid')} name="unpaid" defaultValue={opening.unpaid}>
          <option value="no">{t('plan.unpaidNo')}</option>
          <option value="yes">{t('plan.unpaidYes')}</option>
        </SelectField>
        <Button type="submit" variant="line" className="h-12">
          {t('plan.show')}
        </Button>
      </form>
    </AdminSection>
  );
}

type DryRunSectionProps = {
  session: ListedSession;
  opening: Opening;
  run: Awaited<ReturnType<typeof dryRunOpening>>;
};

function DryRunSection({ session: { name, version }, opening, run }: DryRunSectionProps) {
  const { now } = run.total;
  if (!now)
    return (
      <EmptyState title={t('plan.dryRun')} text={t('plan.noOffers')}>
        <Button asChild variant="line">
          <Link href="/admin/catalogue/import">{t('plan.import')}</Link>
        </Button>
      </EmptyState>
    );
  const { offers, seats } = now;
  const { intake, continuing, last } = run;
  const total = { ...run.total, name: t('plan.total') };
  return (
    <AdminSection
      id="dry-run"
      title={t('plan.dryRun')}
      actions={
        <ActOnSession
          name={name}
          action={{ action: 'open', version, ...opening, offers, seats }}
          label={t('open.button', { name })}
          text={t('open.text', { offers, seats })}
        />
      }
    >
      <p className="max-w-prose text-small">
        {t('plan.added', { intake, continuing, imported: offers - intake - continuing })}
      </p>
      {run.unknownDuration > 0 && <Note kind="warn">{t('plan.unknownDuration', { count: run.unknownDuration })}</Note>}
      <h3 className="mt-2 text-body font-semibold">{t('plan.byType')}</h3>
      <ComparedTable id="by-type" caption={t('plan.byType')} rows={run.types} total={total} last={last} />
      <h3 className="mt-2 text-body font-semibold">{t('plan.byDistrict')}</h3>
      <ComparedTable id="by-district" caption={t('plan.byDistrict')} rows={run.districts} total={total} last={last} />
    </AdminSection>
  );
}
