import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { getTranslator } from '@/lib/platform/i18n/server';
import { readMissing } from '@/lib/settings/missing';

/** What the site lacks until it can take money, each with the place where it is set; nothing if it lacks nothing. */
export async function MissingNote() {
  const t = getTranslator('en', 'settings');
  const missing = await readMissing();
  if (missing.length === 0) return null;
  return (
    <Note kind="warn">
      <p className="font-semibold">{t('missing.title')}</p>
      <ul className="mt-1 grid list-disc gap-1 ps-5">
        {missing.map(({ what, group }) => (
          <li key={what}>
            {t(`missing.${what}`)}{' '}
            {group && (
              <Link href={`/admin/settings?section=${group}`} className="text-link underline">
                {t(`group.${group}.title`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Note>
  );
}
