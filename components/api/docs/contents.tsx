import type { Operation } from '@/lib/api/docs/operations';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'apiDocs');

/** Returns the id of a tag's heading. */
export const tagId = (tag: string): string => `tag-${tag.toLowerCase()}`;

/** The table of contents: one link per endpoint. */
export function Contents({ tags }: { tags: readonly (readonly [string, readonly Operation[]])[] }) {
  return (
    <nav
      aria-label={t('contents')}
      className="text-small lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:overflow-y-auto lg:py-8 print:hidden [&_kbd]:min-w-11 [&_kbd]:font-mono [&_kbd]:text-cap [&_kbd]:text-ink-2 [&_li_li_a]:flex [&_li_li_a]:min-h-9 [&_li_li_a]:items-center [&_li_li_a]:gap-2 [&_li_li_a]:py-1 [&_li_li_a]:text-link [&_li_li_a]:no-underline [&_li_li_a:hover]:underline [&_span]:min-w-0 [&_span]:wrap-anywhere"
    >
      <ul className="grid gap-4">
        <li>
          <a href="#start" className="inline-flex min-h-9 items-center font-semibold no-underline hover:underline">
            {t('start.title')}
          </a>
        </li>
        {tags.map(([tag, operations]) => (
          <li key={tag}>
            <p className="font-semibold">{tag}</p>
            <ul>
              {operations.map(({ id, method, path }) => (
                <li key={id}>
                  <a href={`#${id}`}>
                    <kbd>{method}</kbd>
                    <span>{path}</span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}
