import { Search } from 'lucide-react';
import { Button } from '@/components/platform/ui/button';
import { cn } from '@/components/platform/ui/cn';
import { Input } from '@/components/platform/ui/field';
import { getTranslations } from '@/lib/platform/i18n/server';
import { QUERY_MAX } from '@/lib/catalogue/search/query';

type SearchFormProps = {
  /** Tells several forms of a page apart. */
  id: string;
  text?: string;
  /** On the indigo of the landing page. */
  cloth?: boolean;
  /** In a narrow column: the button is a symbol. */
  narrow?: boolean;
  className?: string;
};

/** The search over all cities: a plain form that leads to /search. */
export async function SearchForm({ id, text, cloth, narrow, className }: SearchFormProps) {
  const t = await getTranslations('search');
  return (
    <form role="search" action="/search" className={cn('grid gap-1 print:hidden', className)}>
      <label htmlFor={id} className={cn('text-small', cloth ? 'text-on-neel-2' : 'font-semibold')}>
        {t('label')}
      </label>
      <div className="flex gap-2">
        <Input
          key={text}
          id={id}
          name="q"
          type="search"
          defaultValue={text}
          maxLength={QUERY_MAX}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={t('placeholder')}
          className="min-w-0 flex-1"
        />
        <Button
          type="submit"
          variant={cloth ? 'neel' : 'action'}
          className={cn('shrink-0', cloth && 'border-on-neel-2')}
        >
          <Search aria-hidden />
          <span className={narrow ? 'sr-only' : 'max-[30rem]:sr-only'}>{t('submit')}</span>
        </Button>
      </div>
    </form>
  );
}
