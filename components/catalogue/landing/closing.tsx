import { ArrowRight } from 'lucide-react';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** The closing call to action, which links to the courses. */
export async function Closing() {
  const t = await getTranslations('landing.closing');
  const plan = await getTranslations('plan');
  return (
    <section aria-labelledby="closing-title" className="bg-marigold text-on-marigold">
      <div className="wrap grid items-center gap-x-8 gap-y-3 py-12 md:grid-cols-[1fr_auto]">
        <div className="grid gap-3">
          <h2 id="closing-title" className="text-h1 leading-none tracking-[-0.02em]">
            {t('title')}
          </h2>
          <p>{t('text')}</p>
        </div>
        <div className="grid justify-items-start gap-2">
          <Button variant="neel" asChild>
            {/* A plain link to a part of the page leaves an entry in the history at which Back shows the page after it. */}
            <Link href="/#courses">
              {t('button')}
              <ArrowRight aria-hidden />
            </Link>
          </Button>
          <Link
            href="/plan"
            className="inline-flex min-h-tap items-center font-semibold text-on-marigold underline underline-offset-4"
          >
            {plan('link')}
          </Link>
        </div>
      </div>
    </section>
  );
}
