import { SeatField } from '@/components/catalogue/seat/seat-field';
import { SeatGlyph } from '@/components/platform/ui/seat-glyph';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { getTranslations } from '@/lib/platform/i18n/server';
import { exactCount, type Sum } from '@/lib/published/progress';
import { seatScale } from '@/lib/selection/seat-drawing';

type DrawnSeatsProps = {
  /** Of a published line, or of several together. */
  enrolled: Sum;
  attending: Sum;
  /** Of a single line. */
  courseType?: string;
};

/** The reported seats, filled by what students do on them; nothing while one of the numbers is told in words. */
export async function DrawnSeats({ enrolled, attending, courseType }: DrawnSeatsProps) {
  const count = exactCount(enrolled);
  if (count === null) return null;
  const t = await getTranslations('adoptionPage.progress');
  const seats = enrolled[0]!.of;
  const [per, yours] = [seatScale(seats), Math.min(count, exactCount(attending) ?? 0)];
  return (
    <div className="grid gap-1" data-type={courseType && courseTypeSlug(courseType)}>
      <SeatField total={seats} taken={count - yours} yours={yours} columns={20} />
      {per > 1 && <p className="text-ink-2">{t('scale', { per })}</p>}
    </div>
  );
}

/** What the drawn seats mean; nothing if none is drawn. @param drawn the sums that are drawn */
export async function SeatKey({ drawn }: { drawn: readonly Pick<DrawnSeatsProps, 'enrolled' | 'attending'>[] }) {
  const shown = drawn.filter(({ enrolled }) => exactCount(enrolled) !== null);
  if (shown.length === 0) return null;
  const attends = shown.some(({ attending }) => (exactCount(attending) ?? 0) > 0);
  const t = await getTranslations('adoptionPage.progress.key');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-cap text-ink-2">
      {attends && (
        <li className="flex items-center gap-1.5">
          <SeatGlyph state="yours" className="text-action" />
          {t('attending')}
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <SeatGlyph state="taken" />
        {t('enrolled')}
      </li>
      <li className="flex items-center gap-1.5">
        <SeatGlyph state="open" />
        {t('waiting')}
      </li>
    </ul>
  );
}
