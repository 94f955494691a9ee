import { ArrowRight } from 'lucide-react';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** The closing call to action, which links to the courses. */
export async function Closing() {
  const t = await getTranslations('landing.closing');
  return (
    <section aria-labelledby="closing-title" className="bg-marigold text-on-marigold">
      <div className="wrap grid items-center gap-x-8 gap-y-3 py-12 md:grid-cols-[1fr_auto]">
        <h2 id="closing-title" className="text-h1 leading-none tracking-[-0.02em]">
          {t('title')}
        </h2>
        <Button variant="neel" className="justify-self-start" asChild>
          {/* A plain link to a part of the page leaves an entry in the history at which Back shows the page after it. */}
          <Link href="/#courses">
            {t('button')}
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      </div>
    </section>
  );
}
