import type { AreaNamespace } from './areas';
import type en from './en';
import type { Locale as SiteLocale } from './locale';

declare module 'use-intl' {
  interface AppConfig {
    Locale: SiteLocale;
    Messages: Pick<typeof en, AreaNamespace>;
  }
}
