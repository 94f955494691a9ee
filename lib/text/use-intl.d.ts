import type adminBrowser from './en/admin-browser';
import type browser from './en/browser';
import type { Locale as SiteLocale } from './locale';

declare module 'use-intl' {
  interface AppConfig {
    Locale: SiteLocale;
    Messages: typeof browser & typeof adminBrowser;
  }
}
