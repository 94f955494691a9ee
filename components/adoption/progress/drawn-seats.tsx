import { SeatField } from '@/components/catalogue/seat/seat-field';
import { SeatGlyph } from '@/components/platform/ui/seat-glyph';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { getTranslations } from '@/lib/platform/i18n/server';
import { stateOf } from '@/lib/register/progress';
import { seatScale } from '@/lib/selection/seat-drawing';

type DrawnSeatsProps = {
  /** Of a published line, or of the sum of some. */
  progress: {
    seats: number;
    begun: boolean;
    enrolled: number | null;
    isMinimum?: boolean;
    attending: { count: number } | null;
  };
  /** Of a single line. */
  courseType?: string;
};

/** The seats of a line, or of several together, filled by what students do on them, and the sentence that says it. */
export async function DrawnSeats({ progress, courseType }: DrawnSeatsProps) {
  const t = await getTranslations('adoptionPage.progress');
  const { seats } = progress;
  const [state, per, enrolled] = [stateOf(progress), seatScale(seats), progress.enrolled ?? 0];
  const attending = Math.min(enrolled, progress.attending?.count ?? 0);
  const isDrawn = state === 'some' || state === 'atLeast';
  return (
    <div className="grid gap-1" data-type={courseType && courseTypeSlug(courseType)}>
      {isDrawn && <SeatField total={seats} taken={enrolled - attending} yours={attending} columns={20} />}
      <p>
        {t(`state.${state}`, { seats, enrolled })}
        {isDrawn && per > 1 && <span className="text-ink-2"> {t('scale', { per })}</span>}
      </p>
    </div>
  );
}

/** What the drawn seats mean. @param attends whether some are drawn as attending */
export async function SeatKey({ attends }: { attends: boolean }) {
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
