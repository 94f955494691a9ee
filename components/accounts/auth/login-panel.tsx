import { SeatField } from '@/components/catalogue/seat/seat-field';
import { getTranslations } from '@/lib/platform/i18n/server';

/** The same ten seats at each point: more of them become yours, in the end all. */
const POINTS = [
  { point: 'impact', taken: 3, yours: 4 },
  { point: 'progress', taken: 3, yours: 7 },
] as const;

/** Reasons for a sponsor to sign in. */
export async function LoginPanel() {
  const t = await getTranslations('auth.login.panel');
  return POINTS.map(({ point, taken, yours }) => (
    <section key={point} className="grid gap-2">
      <span className="mb-2 flex [--seat-open:var(--neel-free)] [--seat-taken:var(--neel-free)] [--t-seat:var(--on-neel)]">
        <SeatField total={10} taken={taken} yours={yours} unit={3} />
      </span>
      <h2 className="text-h1 leading-tight">{t(`${point}.title`)}</h2>
      <p className="text-lead text-on-neel-2">{t(`${point}.text`)}</p>
    </section>
  ));
}
