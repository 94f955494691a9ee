'use client';

import { ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/platform/ui/cn';
import { useNames } from '@/components/platform/i18n/use-names';
import { Link } from '@/components/platform/ui/link';
import type { ListSection } from '@/lib/catalogue/list/rules';
import { langOf } from '@/lib/platform/i18n/script';
import { SELECTION_FLOWS, type SelectionFlow } from './selection-flows';

type InstituteSectionProps = {
  section: Omit<ListSection, 'courses'>;
  /** The name of the institute in Hindi, if it is known. */
  hindi?: string | null;
  flow: SelectionFlow;
  folded: boolean;
  onFold: (folded: boolean) => void;
  children: ReactNode;
};

/**
 * The courses of an institute under a heading that stays visible and links to the institute's page. They can be folded;
 * print shows them all.
 */
export function InstituteSection({ section, hindi, flow, folded, onFold, children }: InstituteSectionProps) {
  const t = useTranslations('list.section');
  const common = useTranslations('common');
  const id = useId();
  const { institute, instituteId, continued, size } = section;
  const names = useNames();
  const name = institute === null ? common('otherInstitutes') : names.institute(institute, hindi);
  return (
    <section aria-labelledby={id}>
      <div className="institute-head">
        <h2 id={id} lang={institute === null ? undefined : (langOf(name) ?? 'en')}>
          {instituteId ? (
            <Link
              href={`${SELECTION_FLOWS[flow].institute}/${instituteId}`}
              className="text-link underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={`${id}c`}
          aria-label={t('fold', { institute: name, courses: size })}
          onClick={() => onFold(!folded)}
        >
          {continued ? t('continued', { courses: size }) : t('courses', { courses: size })}
          <ChevronDown aria-hidden className={cn('size-5', !folded && 'rotate-180')} />
        </button>
      </div>
      <div id={`${id}c`} data-folded={folded || undefined} className="courses">
        {children}
      </div>
    </section>
  );
}
