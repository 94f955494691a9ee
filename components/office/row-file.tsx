import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FileDrop } from '@/components/admin/catalogue-import/file-drop';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiResult } from '@/lib/api/client/client';
import { errorText } from '@/lib/platform/i18n/errors';
import type { RollList, RollProblem } from '@/lib/register/schema';
import { FileLists } from './file-lists';

/** Milliseconds for reading a file or entering its rows. */
export const UPLOAD_MS = 70_000;

/** What the server read in a file. */
type ReadFile<Row> = {
  rows: Row[];
  lists: RollList[];
  other_sheets: string[];
  problems: { line: number; list?: number; problem: RollProblem }[];
};

/** A file with what was read in it. */
export type ReadRows<Row> = ReadFile<Row> & { name: string };

type RowFileProps<Row> = {
  label: string;
  /** What was read last. */
  file: ReadRows<Row> | null;
  /** @param lists the lists to read, with commas between their numbers */
  read: (file: File, lists: string | undefined) => Promise<ApiResult<ReadFile<Row>>>;
  onRead: (file: ReadRows<Row>) => void;
  /** Called before a file is read. */
  onBegin: () => void;
};

/** Chooses a file of roll numbers, reads its rows, and shows which lists of it were read; a toast says why it cannot be read. */
export function RowFile<Row>({ label, file, read, onRead, onBegin }: RowFileProps<Row>) {
  const t = useTranslations('office.register');
  const [reading, setReading] = useState(false);
  const [chosen, setChosen] = useState<File | null>(null);
  const choose = async (next: File, lists?: readonly number[]) => {
    setReading(true);
    onBegin();
    const result = await read(next, lists?.toSorted((a, b) => a - b).join(','));
    setReading(false);
    if (result.ok) {
      setChosen(next);
      onRead({ ...result.data, name: next.name });
    } else notify.error(result.message ?? errorText('request.unavailable'), { id: 'students' });
  };
  return (
    <>
      <FileDrop
        label={reading ? t('reading') : file ? t('otherFile') : label}
        limits={t('fileLimits')}
        drop={t('fileDrop')}
        disabled={reading}
        onChoose={(next) => void choose(next)}
        onMany={() => notify.error(t('many'), { id: 'students' })}
      />
      {file && chosen && (
        <FileLists
          lists={file.lists}
          otherSheets={file.other_sheets}
          disabled={reading}
          onChoose={(lists) => void choose(chosen, lists)}
        />
      )}
    </>
  );
}
