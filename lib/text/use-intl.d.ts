import type adminBrowser from './en/admin-browser';
import type browser from './en/browser';

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en';
    Messages: typeof browser & typeof adminBrowser;
  }
}
