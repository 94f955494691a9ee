import { Note } from '@/components/ui/note';
import { getTranslations } from '@/lib/i18n/server';

/** Says on pages where seats are chosen or paid for that this takes scripts, to whoever has none. */
export async function NoScript() {
  const t = await getTranslations('common');
  return (
    <noscript>
      <div className="wrap pt-4">
        <Note kind="warn">{t('noScript')}</Note>
      </div>
    </noscript>
  );
}
