import type { ReactNode } from 'react';
import { getErrorText, getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { LanguageSwitch } from './language-switch';

/** The language switch with its texts, for headers and the sidebar. */
export async function LanguageChoice({ icon, className }: { icon?: ReactNode; className: string }) {
  return (
    <LanguageSwitch
      locale={await getLocale()}
      said={(await getTranslations('common'))('language')}
      failed={await getErrorText('request.unavailable')}
      icon={icon}
      className={className}
    />
  );
}
