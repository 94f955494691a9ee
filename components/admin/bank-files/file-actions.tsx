'use client';

import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { Button } from '@/components/platform/ui/button';
import type { BankFileAction } from '@/lib/admin/bank-files/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';

/** A button that confirms all payments of a file, or takes it back, with one reason. */
export function ActOnFile({ action, number }: { action: BankFileAction['action']; number: number }) {
  const t = useTranslations('funds.file');
  const act = useTranslations('funds.act');
  const router = useRouter();
  const errorText = useErrorText();
  return (
    <ReasonDialog
      trigger={
        <Button variant={action === 'confirm' ? 'action' : 'bare'} size="small">
          {t(`${action}.open`)}
        </Button>
      }
      title={t(`${action}.title`, { number })}
      submit={t(`${action}.save`)}
      submitting={act('saving')}
      reason={act('reason')}
      send={(reason) =>
        callAsAdmin('POST /admin/bank-files/{number}', {
          params: { number: String(number) },
          body: { action, reason },
        })
      }
      failed={t('actFailed')}
      toast="bank-file"
      done={({ results }) => {
        const refused = results.flatMap(({ code }) => code ?? []);
        const why = errorText(refused[0] ?? '');
        return t('acted', { refused: refused.length, all: results.length, why });
      }}
      onRefused={() => router.refresh()}
    >
      <p className="text-small">{t(`${action}.note`)}</p>
    </ReasonDialog>
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
