'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';

/** Downloads the figures of students of a session. */
export function DownloadFigures({ session }: { session: string }) {
  const t = useTranslations('sessions.students');
  return (
    <DownloadButton
      Icon={Download}
      document={{
        id: 'student-figures',
        texts: { preparing: t('preparing'), downloaded: t('downloaded') },
        fetch: () =>
          callAsAdmin('GET /admin/academic-sessions/{session}/students', { params: { session }, read: asFile() }),
        nameOn: () => `students-${session}.csv`,
      }}
    >
      {t('download')}
    </DownloadButton>
  );
}
