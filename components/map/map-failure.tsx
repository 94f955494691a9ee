import { useTranslations } from 'use-intl';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { Button } from '@/components/platform/ui/button';
import { Note } from '@/components/platform/ui/note';

/** Shown instead of the map when no boundary file loads. The list view does not need one. */
export function MapFailure({ onRetry, onShowList }: { onRetry: () => void; onShowList?: () => void }) {
  const common = useTranslations('common');
  const t = useTranslations('region');
  const errorText = useErrorText();
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-gutter">
      <Note>{errorText('map.load_failed')}</Note>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>{common('tryAgain')}</Button>
        {onShowList && (
          <Button variant="line" onClick={onShowList}>
            {t('list')}
          </Button>
        )}
      </div>
    </div>
  );
}
