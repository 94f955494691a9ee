import type { ReactNode } from 'react';
import { getErrorText, getLocale, getTranslations } from '@/lib/i18n/server';
import { LanguageSwitch } from './language-switch';

/** The language switch with its words, as every page's head or sidebar shows it. */
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
