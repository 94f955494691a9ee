import { useState } from 'react';
import type { z } from 'zod';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import type { importedSchema } from '@/lib/catalogue-import/schema';
import type { Undone } from '@/lib/catalogue-import/undo-schema';
import { UndoImport } from './undo-import';

type ImportDoneProps = { name: string; imported: z.infer<typeof importedSchema>; onAnother: () => void };

/** The result of an import, and links to continue. */
export function ImportDone({ name, imported, onAnother }: ImportDoneProps) {
  const t = useTranslations('catalogueImport');
  const { added, changed, institutes, entry } = imported;
  const [undone, setUndone] = useState<Undone | null>(null);
  return (
    <>
      <Note kind="ok">{undone ? t('undo.done', undone) : t('done', { name, added, changed, institutes })}</Note>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link href="/admin/catalogue">{t('toCatalogue')}</Link>
        </Button>
        <Button asChild variant="line">
          <Link href={`/admin/audit?cause=${entry}`}>{t('toAudit')}</Link>
        </Button>
        <Button variant="line" onClick={onAnother}>
          {t('another')}
        </Button>
        {!undone && added + changed + institutes > 0 && <UndoImport entry={entry} name={name} onDone={setUndone} />}
      </div>
    </>
  );
}
