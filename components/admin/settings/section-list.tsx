import { Link } from '@/components/platform/ui/link';
import type { StoredFigures } from '@/lib/catalogue/district-figures/queries';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { TEXT_FIELDS } from '@/lib/settings/form';
import type { VersionedSettings } from '@/lib/settings/queries';
import { SETTINGS_GROUPS, type SettingsGroup } from '@/lib/settings/schema';

const t = getTranslator('en', 'settings');

/** Empty fields that are named. */
const NAMED = 4;

/** Returns the labels of the empty fields of a group. */
function emptyFields(group: SettingsGroup, settings: VersionedSettings): string[] {
  switch (group) {
    case 'terms':
      return settings.terms.value.pledgeDays === null ? [t('field.pledgeDays')] : [];
    case 'body':
      return TEXT_FIELDS.body.flatMap((name) => (settings.body.value[name] === '' ? t(`field.${name}`) : []));
    case 'numbering':
    case 'bankFile':
      return [];
    case 'contact':
      return settings.contact.value.support === '' ? [t('field.support')] : [];
    case 'offer':
      return TEXT_FIELDS.offer.flatMap((name) => emptyTexts(settings.offer.value[name], t(`field.${name}`)));
    case 'privacy':
      return TEXT_FIELDS.privacy.flatMap((name) => emptyTexts(settings.privacy.value[name], t(`field.${name}`)));
  }
}

const emptyTexts = (texts: Record<(typeof LOCALES)[number], string>, field: string) =>
  LOCALES.flatMap((locale) => (texts[locale] === '' ? t(locale === 'en' ? 'inEnglish' : 'inHindi', { field }) : []));

/** Says whether a group was saved, and which of its fields are empty. */
function stateOf(group: SettingsGroup, settings: VersionedSettings): string {
  const empty = emptyFields(group, settings);
  const shown = empty.slice(0, NAMED).join('; ');
  return [
    settings[group].version === null && t('sections.neverSaved'),
    empty.length > 0
      ? t('sections.empty', { fields: shown, more: empty.length - Math.min(empty.length, NAMED) })
      : t('sections.filled'),
  ]
    .filter(Boolean)
    .join(' ');
}

type SectionListProps = {
  settings: VersionedSettings;
  figures: StoredFigures | null;
  current: SettingsGroup | 'figures';
};

/** The groups of settings, each with what is not set in it, and the link that shows its form. */
export function SectionList({ settings, figures, current }: SectionListProps) {
  return (
    <nav aria-label={t('sections.title')} className="max-w-3xl rounded-2 border border-line bg-surface">
      <ul>
        {SETTINGS_GROUPS.map((group) => (
          <Section
            key={group}
            section={group}
            title={t(`group.${group}.title`)}
            state={stateOf(group, settings)}
            isCurrent={group === current}
          />
        ))}
        <Section
          section="figures"
          title={t('figures.section')}
          state={t('figures.state', {
            stored: figures ? 'yes' : 'no',
            title: figures?.figures.title ?? '',
            year: figures?.figures.year ?? '',
            districts: Object.keys(figures?.figures.figures ?? {}).length,
          })}
          isCurrent={current === 'figures'}
        />
      </ul>
    </nav>
  );
}

type SectionProps = { section: string; title: string; state: string; isCurrent: boolean };

function Section({ section, title, state, isCurrent }: SectionProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        href={`/admin/settings?section=${section}`}
        aria-current={isCurrent ? 'page' : undefined}
        className="grid min-h-tap content-center gap-x-4 px-4 py-2 text-small no-underline hover:underline aria-[current=page]:shadow-[inset_3px_0_0_var(--marigold)] sm:grid-cols-[12rem_minmax(0,1fr)] forced-colors:aria-[current=page]:outline-2"
      >
        <span className="font-semibold text-link">{title}</span>
        <span className="text-ink-2">{state}</span>
      </Link>
    </li>
  );
}
