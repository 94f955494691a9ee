'use client';

import { useTranslations } from 'use-intl';
import type { Mark, ReportKind } from '@/db/schema/report-kinds';
import { ActionButton } from '@/components/platform/form/action-button';
import { Form } from '@/components/platform/form/form';
import { Button } from '@/components/platform/ui/button';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { Marked } from '@/lib/register/report-schema';

type MarkStudentsProps = {
  courseId: string;
  kind: ReportKind;
  version: number;
  isStated: boolean;
  /** Students without a mark, on all pages. */
  unmarked: number;
  pages: number;
  allowed: readonly Mark[];
  places: readonly { id: string; number: number; company: string; rollEnd: string | null; mark: Mark | null }[];
};

/** The students of a page with a choice of marks for each, and the buttons that save the page or state the report. */
export function MarkStudents({
  courseId,
  kind,
  version,
  isStated,
  unmarked,
  pages,
  allowed,
  places,
}: MarkStudentsProps) {
  const t = useTranslations('office.reports');
  const register = useTranslations('office.register');
  const usual = allowed[0]!;
  const post = (marks: { student: string; mark: Mark }[], state: boolean) =>
    callAsAdmin('POST /office/offers/{courseId}/reports/{kind}', {
      params: { courseId, kind },
      body: { version, marks, state },
    });
  const done = ({ gone, unmarked: missing, stated }: Marked) =>
    [
      stated ? t('stated') : missing > 0 ? t('savedMissing', { count: missing }) : t('saved'),
      gone > 0 && t('gone', { count: gone }),
    ]
      .filter(Boolean)
      .join(' ');
  // A report on one page is stated with its marks; one on several pages once the last page is saved.
  const isWhole = pages === 1;
  const label = isStated ? t('correct') : isWhole ? t('stateIt') : t('save');
  return (
    <div className="grid gap-4">
      {places.length > 0 && (
        <Form
          // The marks of others appear once they are known.
          key={version}
          submit={label}
          submitting={t('saving')}
          send={(fields) =>
            post(
              places.flatMap(({ id, mark }) => {
                const chosen = fields.get(id) as Mark | null;
                return chosen && chosen !== mark ? [{ student: id, mark: chosen }] : [];
              }),
              isWhole,
            )
          }
          toast="report"
          done={done}
        >
          <Button
            variant="line"
            className="justify-self-start"
            onClick={({ currentTarget }) => markRest(currentTarget.form!, usual)}
          >
            {t('rest', { mark: t(`mark.${usual}`) })}
          </Button>
          <ol className="grid max-w-[60rem]">
            {places.map(({ id, number, company, rollEnd, mark }) => (
              <li key={id} className="border-b border-line py-2">
                <fieldset className="flex flex-wrap items-center gap-x-5 text-small">
                  <legend className="float-start me-auto w-full min-w-0 sm:w-auto">
                    <span className="block font-semibold tabular-nums">
                      {register('place', { number })}:{' '}
                      {rollEnd === null ? register('unknown') : register('student', { end: rollEnd })}
                    </span>
                    <span className="block wrap-anywhere text-ink-2">{company}</span>
                  </legend>
                  {allowed.map((value) => (
                    <label key={value} className="inline-flex min-h-tap items-center gap-2">
                      <input
                        type="radio"
                        name={id}
                        value={value}
                        defaultChecked={value === mark}
                        className="size-5.5 accent-action"
                      />
                      {t(`mark.${value}`)}
                    </label>
                  ))}
                </fieldset>
              </li>
            ))}
          </ol>
        </Form>
      )}
      {!isStated && (places.length === 0 || (!isWhole && unmarked === 0)) && (
        <div>
          <ActionButton send={() => post([], true)} toast="report" done={done}>
            {t('stateIt')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

/** Gives the students without a mark the usual one. */
function markRest(form: HTMLFormElement, usual: Mark): void {
  for (const radio of form.querySelectorAll<HTMLInputElement>(`input[type=radio][value=${usual}]`)) {
    const group = form.elements.namedItem(radio.name);
    if (!(group instanceof RadioNodeList) || group.value === '') radio.checked = true;
  }
}
