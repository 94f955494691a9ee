'use client';

import { useTranslations } from 'use-intl';
import { GROUPS, type Group, type ReportKind } from '@/db/schema/report-kinds';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { GroupCounts } from '@/lib/published/composition';

type CompositionFormProps = {
  courseId: string;
  kind: ReportKind;
  /** Of the totals that are stated; 0: none. */
  version: number;
  counts: GroupCounts | null;
};

/** How many of the students in a report are women, SC, ST and OBC, by totals; an empty field is not stated. */
export function CompositionForm({ courseId, kind, version, counts }: CompositionFormProps) {
  const t = useTranslations('office.reports.composition');
  const saving = useTranslations('office.reports')('saving');
  return (
    <Form
      noValidate
      autoComplete="off"
      className="max-w-100"
      submit={t(counts ? 'correct' : 'submit')}
      submitting={saving}
      fieldOf={{ 'report.above': 'women' }}
      send={(fields) => {
        const count = (group: Group) => {
          const text = String(fields.get(group)).trim();
          return text === '' ? null : Number(text);
        };
        const given = Object.fromEntries(GROUPS.map((group) => [group, count(group)])) as GroupCounts;
        return callAsAdmin('POST /office/offers/{courseId}/reports/{kind}/composition', {
          params: { courseId, kind },
          body: { version, ...given },
        });
      }}
      toast="composition"
      done={t('done')}
    >
      {({ field }) =>
        GROUPS.map((group) => (
          <Field
            key={group}
            label={t(`group.${group}`)}
            inputMode="numeric"
            defaultValue={String(counts?.[group] ?? '')}
            {...field(group)}
          />
        ))
      }
    </Form>
  );
}
