'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { CheckedSteps } from '@/components/admin/checked-steps';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { SelectField } from '@/components/platform/ui/select-field';
import type { InstituteRecord } from '@/lib/admin/institutes/queries';
import { DUPLICATE_CHOICES, type MergeDryRun, type Merging } from '@/lib/admin/institutes/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { adminInstitutePath } from '@/lib/catalogue/institute-path';
import { formatINR, requirePaise } from '@/lib/platform/money';

/** Offers that are named. */
const SHOWN = 20;

type MergeInstituteProps = Pick<InstituteRecord, 'city' | 'others'> & { id: string; name: string };

/** The button that makes an institute a part of another one of its city: what it would do, then a reason. */
export function MergeInstitute({ id, name, city, others }: MergeInstituteProps) {
  const t = useTranslations('offices.institute.merge');
  return (
    <ModalButton
      trigger={
        <Button variant="line" size="small">
          {t('open')}
        </Button>
      }
      title={t('title')}
      about={name}
      className="max-w-160"
    >
      {(close) => (others.length > 0 ? <Steps id={id} others={others} close={close} /> : <p>{t('alone', { city })}</p>)}
    </ModalButton>
  );
}

function Steps({ id, others, close }: Pick<MergeInstituteProps, 'id' | 'others'> & { close: () => void }) {
  const t = useTranslations('offices.institute.merge');
  const router = useRouter();
  return (
    <CheckedSteps<Omit<Merging, 'apply'>, MergeDryRun>
      texts={{
        check: t('check'),
        checking: t('checking'),
        submit: t('submit'),
        submitting: t('submitting'),
        reason: t('reason'),
      }}
      failed={{ code: 'institute.save_failed' }}
      ask={(fields) => ({
        into: String(fields.get('into')),
        duplicates: fields.get('duplicates') as Merging['duplicates'],
      })}
      send={(request, apply) =>
        callAsAdmin('POST /admin/institutes/{instituteId}/merge', {
          params: { instituteId: id },
          body: { ...request, apply },
        })
      }
      fields={() => (
        <>
          <p className="text-small">{t('about')}</p>
          <SelectField label={t('into')} name="into">
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.isNear ? t('near', { name: other.name }) : other.name}
              </option>
            ))}
          </SelectField>
          <SelectField label={t('duplicates')} name="duplicates">
            {DUPLICATE_CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {t(`choices.${choice}`)}
              </option>
            ))}
          </SelectField>
        </>
      )}
      foreseen={(dryRun) => <Foreseen dryRun={dryRun} />}
      onDone={({ into }) => {
        close();
        router.replace(adminInstitutePath(into));
      }}
    />
  );
}

function Foreseen({ dryRun }: { dryRun: MergeDryRun }) {
  const t = useTranslations('offices.institute.merge');
  const { duplicates, moved, adoptions, students, people, transfers, waiting } = dryRun;
  return (
    <div role="status" className="grid gap-2 border-t border-line pt-4 text-small">
      <p>{t('both', { count: duplicates.length })}</p>
      {duplicates.length > 0 && (
        <ul className="max-h-48 list-disc overflow-y-auto ps-5">
          {duplicates.slice(0, SHOWN).map((offer) => (
            <li key={offer.id}>{textOf(offer, t)}</li>
          ))}
        </ul>
      )}
      {duplicates.length > SHOWN && <p>{t('more', { count: duplicates.length - SHOWN })}</p>}
      <p>{t('foreseen', { moved, adoptions, students, people, transfers, waiting })}</p>
    </div>
  );
}

type Translator = ReturnType<typeof useTranslations<'offices.institute.merge'>>;

function textOf(offer: MergeDryRun['duplicates'][number], t: Translator): string {
  const { course, session, study_year: year, added, total_seats: total, price_per_seat: old, renamed } = offer;
  const rupees = (amount: string) => formatINR(requirePaise(amount), 0);
  if (!added) return t('apart', { course, session, year, renamed: renamed ?? course });
  const { seats, price_per_seat: price } = added;
  return t(price === old ? 'added' : 'addedAt', {
    course,
    session,
    year,
    seats,
    price: rupees(price),
    old: rupees(old),
    left: total - seats,
    renamed: renamed ?? course,
  });
}
