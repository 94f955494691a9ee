import { SeatField } from '@/components/catalogue/seat/seat-field';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Shown before the first adoption. */
export async function NoAdoptions({ mayAdopt }: { mayAdopt: boolean }) {
  const t = await getTranslations('adoptionHistory');
  return (
    <EmptyState title={t('empty.title')} text={t('empty.text')} picture={<SeatField total={10} taken={0} unit={2} />}>
      {mayAdopt && (
        <Button asChild>
          <Link href="/dashboard/new-course-selection">{t('empty.choose')}</Link>
        </Button>
      )}
    </EmptyState>
  );
}
