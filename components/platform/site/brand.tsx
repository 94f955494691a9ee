import { SeatGlyph } from '@/components/platform/ui/seat-glyph';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** The logo and name; links to the home page, which for a signed-in sponsor is the dashboard. */
export async function Brand({ href = '/' }: { href?: string }) {
  const t = await getTranslations('common');
  return (
    <Link
      href={href}
      className="me-auto inline-flex min-h-tap items-center gap-2 font-display text-base leading-none font-bold tracking-tight whitespace-nowrap text-inherit no-underline min-[22.5rem]:text-[1.3125rem]"
    >
      <SeatGlyph state="taken" className="text-[1.3125rem] text-action in-[.on-neel]:text-marigold" />
      {t('productName')}
    </Link>
  );
}
