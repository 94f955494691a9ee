import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AdminSection } from '@/components/admin/section';
import { Summary } from '@/components/admin/summary';
import { Button } from '@/components/platform/ui/button';
import { Note } from '@/components/platform/ui/note';
import { Question } from '@/components/platform/ui/question';
import type { DryRun } from '@/lib/catalogue-import/schema';
import { BadKinds } from './bad-kinds';
import { BadRows } from './bad-rows';
import { Changes } from './changes';
import { InstituteChanges } from './institute-changes';
import { RenamedInstitutes } from './renamed-institutes';
import { NewInstitutes } from './new-institutes';

type OutcomeProps = { file: File; dryRun: DryRun; busy: 'checking' | 'applying' | null; onApply: () => void };

/** The preview of an import, with 'Apply' if there are changes and no bad rows. */
export function Outcome({ file, dryRun, busy, onApply }: OutcomeProps) {
  const t = useTranslations('catalogueImport');
  const [asking, setAsking] = useState(false);
  const { counts, bad, badKinds, prices, changes, institutes, institutesChanged, newInstitutes, renamed, digest } =
    dryRun;
  const { institutesAdded, institutesSimilar, notInFile, places, warnings, sheet, otherSheets } = dryRun;
  const { added, changed } = counts;
  const writes = added + changed;
  const isChanging = writes + institutesChanged + places > 0;
  return (
    <>
      <AdminSection id="result" title={t('result')} note={t('nothingWritten')}>
        <Summary
          label={t('counts')}
          counts={(['added', 'changed', 'left', 'bad'] as const).map((kind) => [t(`count.${kind}`), counts[kind]])}
        />
        <p className="text-small text-ink-2">{t('notInFile', { count: notInFile })}</p>
        {prices.rises + prices.falls > 0 && <p className="text-small text-ink-2">{t('prices', prices)}</p>}
        {institutesAdded > 0 && (
          <p className="text-small text-ink-2">
            {t('newCount', { count: institutesAdded, similar: institutesSimilar })}
          </p>
        )}
        {places > 0 && <p className="text-small text-ink-2">{t('places', { count: places })}</p>}
        {otherSheets.length > 0 && (
          <Note kind="warn">{t('otherSheets', { sheet, names: otherSheets.join(', ') })}</Note>
        )}
        {bad.length === 0 &&
          (!isChanging ? (
            <Note kind="ok">{t('nothing')}</Note>
          ) : (
            <>
              <Button
                pending={busy !== null}
                aria-haspopup="dialog"
                className="justify-self-start"
                onClick={() => setAsking(true)}
              >
                {t('apply')}
              </Button>
              {asking && (
                <Question
                  title={t('confirm.title', { name: file.name })}
                  text={t('confirm.text', { added, changed, institutes: institutesChanged })}
                  no={t('confirm.cancel')}
                  yes={t('confirm.apply')}
                  onYes={onApply}
                  onClose={() => setAsking(false)}
                  wantsYes
                />
              )}
            </>
          ))}
      </AdminSection>
      {/* The key resets the list: a new preview starts at the first rows. */}
      {bad.length > 0 && <BadKinds kinds={badKinds} bad={bad} />}
      {bad.length > 0 && <BadRows key={`bad ${digest}`} bad={bad} title={t('bad')} note={t('badNote')} />}
      {warnings.length > 0 && (
        <BadRows
          id="warnings"
          key={`warnings ${digest}`}
          bad={warnings.map(({ line, text }) => ({ line, problems: [text] }))}
          title={t('warnings')}
          note={t('warningsNote')}
        />
      )}
      {newInstitutes.length > 0 && (
        <NewInstitutes
          key={`new ${digest}`}
          institutes={newInstitutes}
          total={institutesAdded}
          similar={institutesSimilar}
        />
      )}
      {renamed.length > 0 && <RenamedInstitutes key={`renamed ${digest}`} renamed={renamed} />}
      {changes.length > 0 && <Changes key={`changes ${digest}`} changes={changes} counts={counts} />}
      {institutes.length > 0 && (
        <InstituteChanges key={`institutes ${digest}`} institutes={institutes} total={institutesChanged} />
      )}
    </>
  );
}
