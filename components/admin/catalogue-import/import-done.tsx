import type { z } from 'zod';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import type { importedSchema } from '@/lib/catalogue-import/schema';

type ImportDoneProps = { name: string; imported: z.infer<typeof importedSchema>; onAnother: () => void };

/** The result of an import, and links to continue. */
export function ImportDone({ name, imported, onAnother }: ImportDoneProps) {
  const t = useTranslations('catalogueImport');
  const { added, changed, institutes, entry } = imported;
  return (
    <>
      <Note kind="ok">{t('done', { name, added, changed, institutes })}</Note>
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
      </div>
    </>
  );
}
