import { SeatGlyph } from '@/components/platform/ui/seat-glyph';
import { getTranslations } from '@/lib/platform/i18n/server';
import { TEAM } from '@/lib/platform/site/team';

/** Credits by role. */
export async function Team() {
  const t = await getTranslations('landing.team');
  return (
    <section aria-labelledby="team-title" className="wrap flex flex-wrap items-baseline gap-x-8 gap-y-3 py-8">
      <h2 id="team-title" className="text-lead">
        {t('title')}
      </h2>
      <ul className="flex flex-wrap gap-x-8 gap-y-2 text-small">
        {TEAM.map(({ role, seats }) => (
          <li key={role} className="flex flex-wrap items-center gap-1.5">
            {Array.from({ length: seats }, (_, i) => (
              <SeatGlyph key={i} state={role === 'mentor' ? 'taken' : 'open'} className="text-ink-2" />
            ))}
            <b>{t(role)}</b>
            <span className="text-ink-2">{t(`credit.${role}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
