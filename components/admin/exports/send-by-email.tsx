'use client';

import { Mail } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { RadioGroup } from '@/components/platform/ui/radio-group';
import { notify } from '@/components/platform/ui/toaster';
import type { ExportRhythm } from '@/db/schema/enums';
import type { ExportKind } from '@/lib/admin/exports/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatTableDay } from '@/lib/platform/dates';

/** Has a table sent by e-mail every day, Monday or first of a month. @param query the parameters of its page */
export function SendByEmail({ kind, query }: { kind: ExportKind; query: string }) {
  const t = useTranslations('spreadsheet.byEmail');
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small">
          <Mail aria-hidden />
          {t('open')}
        </Button>
      }
      title={t('title')}
      submit={t('submit')}
      submitting={t('submitting')}
      send={(fields) =>
        callAsAdmin('POST /admin/exports', { body: { kind, query, every: fields.get('every') as ExportRhythm } })
      }
      onDone={({ email, next_on: day }) =>
        notify.success(t('done', { email, day: formatTableDay(day) }), { id: 'export' })
      }
    >
      <p className="text-small">{t('about', { kind })}</p>
      <RadioGroup
        legend={t('every')}
        name="every"
        defaultValue="week"
        options={(['day', 'week', 'month'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <p className="text-small text-ink-2">
        {t.rich('where', {
          link: (chunks) => (
            <Link href="/admin/account#notices" className="text-link underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
    </FormDialog>
  );
}
