'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FINDINGS, type Finding, type Verdict } from '@/db/schema/enums';
import { Form } from '@/components/platform/form/form';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { SelectField } from '@/components/platform/ui/select-field';
import type { Sample } from '@/lib/register/checks/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

/** The button that shows the sample of a report after its reason, and records what was found. */
export function SpotCheck({ reportId, name }: { reportId: string; name: string }) {
  const t = useTranslations('offices.reports.check');
  return (
    <ModalButton
      trigger={
        <button type="button" aria-label={t('of', { name })}>
          {t('open')}
        </button>
      }
      title={t('title')}
      about={name}
    >
      {(close) => <Steps reportId={reportId} close={close} />}
    </ModalButton>
  );
}

function Steps({ reportId, close }: { reportId: string; close: () => void }) {
  const t = useTranslations('offices.reports.check');
  const [sample, setSample] = useState<Sample | null>(null);
  if (sample?.verdict) return <Recorded sample={sample} verdict={sample.verdict} close={close} />;
  if (sample) return <Findings reportId={reportId} sample={sample} close={close} />;
  return (
    <Form
      cancel
      submit={t('look')}
      submitting={t('looking')}
      fieldOf={{ 'adoption.reason_required': 'reason' }}
      send={(fields) =>
        callAsAdmin('POST /admin/reports/{reportId}/sample', {
          params: { reportId },
          body: { reason: String(fields.get('reason')) },
        })
      }
      onDone={setSample}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t('text')}</p>
          <Field label={t('reason')} required {...field('reason')} />
        </>
      )}
    </Form>
  );
}

type Place = Sample['places'][number];

function useStudentText() {
  const t = useTranslations('offices.reports.check');
  return ({ reference, place, roll_end: end, mark }: Place) =>
    `${t('student', { reference, place, end: end ?? t('gone') })} · ${t(`mark.${mark}`)}`;
}

function Findings({ reportId, sample, close }: { reportId: string; sample: Sample; close: () => void }) {
  const t = useTranslations('offices.reports.check');
  const textOf = useStudentText();
  return (
    <Form
      cancel
      submit={t('record')}
      submitting={t('recording')}
      send={(fields) =>
        callAsAdmin('POST /admin/reports/{reportId}/check', {
          params: { reportId },
          body: {
            check_id: sample.check_id,
            findings: sample.places.map(({ student }) => ({ student, found: fields.get(student) as Finding })),
          },
        })
      }
      toast="report"
      done={t('done')}
      onDone={close}
    >
      <p className="text-small">{t('about', { count: sample.places.length })}</p>
      {sample.places.map((place) => (
        <SelectField key={place.student} name={place.student} label={textOf(place)} required defaultValue="">
          <option value="">{t('choose')}</option>
          {FINDINGS.map((found) => (
            <option key={found} value={found}>
              {t(`finding.${found}`)}
            </option>
          ))}
        </SelectField>
      ))}
      <p className="text-cap wrap-anywhere text-ink-2">{t('seed', { seed: sample.seed })}</p>
    </Form>
  );
}

type RecordedProps = { sample: Sample; verdict: Verdict; close: () => void };

function Recorded({ sample, verdict, close }: RecordedProps) {
  const t = useTranslations('offices.reports.check');
  const textOf = useStudentText();
  return (
    <div className="grid gap-3">
      <Note kind={verdict === 'checked' ? 'ok' : 'warn'}>{t(`verdict.${verdict}`)}</Note>
      <ul className="grid gap-1 text-small">
        {sample.places.map((place) => (
          <li key={place.student}>
            {textOf(place)} · {t(`finding.${place.found!}`)}
          </li>
        ))}
      </ul>
      <p className="text-cap wrap-anywhere text-ink-2">{t('seed', { seed: sample.seed })}</p>
      <Button variant="line" onClick={close}>
        {t('close')}
      </Button>
    </div>
  );
}
