'use client';

import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import type { BankFileAction } from '@/lib/admin/bank-files/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';
import { errorText, isErrorCode } from '@/lib/platform/i18n/errors';

/** A button that confirms all payments of a file, or takes it back, with one reason. */
export function ActOnFile({ action, number }: { action: BankFileAction['action']; number: number }) {
  const t = useTranslations('funds.file');
  const act = useTranslations('funds.act');
  const router = useRouter();
  return (
    <FormDialog
      trigger={
        <Button variant={action === 'confirm' ? 'action' : 'bare'} size="small">
          {t(`${action}.open`)}
        </Button>
      }
      title={t(`${action}.title`, { number })}
      noValidate
      autoComplete="off"
      submit={t(`${action}.save`)}
      submitting={act('saving')}
      send={(fields) =>
        callAsAdmin('POST /admin/bank-files/{number}', {
          params: { number: String(number) },
          body: { action, reason: String(fields.get('reason')) },
        })
      }
      fieldOf={{ 'adoption.reason_required': 'reason' }}
      failed={t('actFailed')}
      toast="bank-file"
      done={({ results }) => {
        const refused = results.flatMap(({ code }) => code ?? []);
        const [code = ''] = refused;
        const why = isErrorCode(code) ? errorText(code) : code;
        return t('acted', { refused: refused.length, all: results.length, why });
      }}
      onRefused={() => router.refresh()}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t(`${action}.note`)}</p>
          <Field label={act('reason')} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}

/** Downloads the file that is given to the bank. */
export function DownloadFile({ number }: { number: number }) {
  const t = useTranslations('funds.file');
  return (
    <DownloadButton
      Icon={Download}
      variant="action"
      document={{
        id: 'bank-file',
        failed: t('downloadFailed'),
        fetch: () =>
          callAsAdmin('GET /admin/bank-files/{number}', { params: { number: String(number) }, read: asFile() }),
        nameOn: () => `bank-file-${number}.csv`,
      }}
    >
      {t('download')}
    </DownloadButton>
  );
}
