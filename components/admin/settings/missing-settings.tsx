import { Link } from '@/components/ui/link';
import { Note } from '@/components/ui/note';
import { getTranslator } from '@/lib/i18n/server';
import { siteContact } from '@/lib/settings/contact';
import { readSettings } from '@/lib/settings/queries';

/** Says what nobody has set up yet and sponsors therefore miss; nothing if all is there. `isLinked`: with the way to it. */
export async function MissingSettings({ isLinked = false }: { isLinked?: boolean }) {
  const t = getTranslator('en', 'settings');
  const [{ legalName, accountNumber, ifsc }, contact] = await Promise.all([readSettings('body'), siteContact()]);
  const missing = [
    ...(legalName ? [] : [t('unnamed')]),
    ...(accountNumber && ifsc ? [] : [t('noAccount')]),
    ...(contact ? [] : [t('noContact')]),
  ];
  if (missing.length === 0) return null;
  return (
    <Note kind="warn">
      {missing.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isLinked && (
        <Link href="/admin/settings" className="text-link underline underline-offset-4">
          {t('title')}
        </Link>
      )}
    </Note>
  );
}
