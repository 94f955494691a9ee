import { Note } from '@/components/platform/ui/note';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Shown without JavaScript on pages that need it to choose seats or to pay. */
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
