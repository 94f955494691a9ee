import { SeatField } from '@/components/catalogue/seat/seat-field';
import { getTranslations } from '@/lib/platform/i18n/server';

/** One seat per partner named in the text. */
const PARTNERS = 50;

/** The number of existing partners. */
export async function RegisterPanel() {
  const t = await getTranslations('auth.register.panel');
  return (
    <section className="grid gap-2">
      <span className="mb-4 flex [--seat-taken:var(--on-neel-2)]">
        <SeatField total={PARTNERS} taken={PARTNERS} unit={3} />
      </span>
      <h2 className="text-h1 leading-tight">{t('partners')}</h2>
      <p className="text-lead text-on-neel-2">{t('text')}</p>
    </section>
  );
}
