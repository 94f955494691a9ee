import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FileDrop } from '@/components/admin/catalogue-import/file-drop';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiResult } from '@/lib/api/client/client';
import { errorText } from '@/lib/platform/i18n/errors';

/** Milliseconds for reading a file or entering its rows. */
export const UPLOAD_MS = 70_000;

/** A file with the rows that the server read in it. */
export type ReadRows<Row> = { name: string; rows: readonly Row[] };

type RowFileProps<Row> = {
  label: string;
  hasFile: boolean;
  read: (file: File) => Promise<ApiResult<{ rows: Row[] }>>;
  onRead: (file: ReadRows<Row>) => void;
  /** Called when a file was chosen, before it is read. */
  onBegin: () => void;
};

/** Chooses a file of roll numbers and reads its rows; a toast says why it cannot be read. */
export function RowFile<Row>({ label, hasFile, read, onRead, onBegin }: RowFileProps<Row>) {
  const t = useTranslations('office.register');
  const [reading, setReading] = useState(false);
  const choose = async (chosen: File) => {
    setReading(true);
    onBegin();
    const result = await read(chosen);
    setReading(false);
    if (result.ok) onRead({ name: chosen.name, rows: result.data.rows });
    else notify.error(result.message ?? errorText('request.unavailable'), { id: 'students' });
  };
  return (
    <FileDrop
      label={reading ? t('reading') : hasFile ? t('otherFile') : label}
      limits={t('fileLimits')}
      drop={t('fileDrop')}
      disabled={reading}
      onChoose={(file) => void choose(file)}
      onMany={() => notify.error(t('many'), { id: 'students' })}
    />
  );
}
