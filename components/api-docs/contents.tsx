import type { Operation } from '@/lib/api-docs/operations';
import { getTranslator } from '@/lib/i18n/server';

const t = getTranslator('en', 'apiDocs');

/** Returns the id of a tag's heading. */
export const tagId = (tag: string): string => `tag-${tag.toLowerCase()}`;

/** The table of contents: one link per endpoint. */
export function Contents({ tags }: { tags: readonly (readonly [string, readonly Operation[]])[] }) {
  return (
    <nav
      aria-label={t('contents')}
      className="text-small lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:overflow-y-auto lg:py-8 print:hidden"
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
                  <a
                    href={`#${id}`}
                    className="flex min-h-9 items-center gap-2 py-1 text-link no-underline hover:underline"
                  >
                    <span className="min-w-11 font-mono text-cap text-ink-2">{method}</span>
                    <span className="min-w-0 wrap-anywhere">{path}</span>
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
