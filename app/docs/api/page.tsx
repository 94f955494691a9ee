import type { Metadata } from 'next';
import { Operation } from '@/components/api/docs/operation';
import { Start } from '@/components/api/docs/start';
import { reference } from '@/components/api/docs/style';
import { SitePage } from '@/components/platform/site/page';
import { SiteShell } from '@/components/platform/site/shell';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { operationsOf } from '@/lib/api/docs/operations';
import { TAGS } from '@/lib/api/endpoint';
import { describeApi } from '@/lib/api/openapi';
import { fixLocale, getErrorText, getTranslator } from '@/lib/platform/i18n/server';
import { countCostlyPage } from '@/lib/platform/site/costly-pages';
import { absoluteUrl, pageMetadata } from '@/lib/platform/site/metadata';

/** The site's address is known only at run time. */
export const dynamic = 'force-dynamic';

const t = getTranslator('en', 'apiDocs');

export async function generateMetadata(): Promise<Metadata> {
  fixLocale('en');
  return pageMetadata({ path: '/docs/api', title: t('title'), text: 'docs' });
}

const tagId = (tag: string) => `tag-${tag.toLowerCase()}`;

let described: ReturnType<typeof operationsOf> | undefined;

/** /docs/api: the API description for people. In English only, like the names in the API. */
export default async function ApiDocs() {
  fixLocale('en');
  const time = await countCostlyPage('en');
  if (time)
    return (
      <SiteShell>
        <SitePage oneLanguage>
          <div className="wrap py-18">
            <EmptyState title={t('title')} text={await getErrorText('request.too_many', { time })} />
          </div>
        </SitePage>
      </SiteShell>
    );
  const operations = (described ??= operationsOf(describeApi()));
  const tags = TAGS.map((tag) => [tag, operations.filter((operation) => operation.tag === tag)] as const);
  const base = absoluteUrl('/api');
  return (
    <div lang="en" className="contents">
      <SiteShell>
        <SitePage oneLanguage>
          <div className="wrap">
            <header className="pt-10 pb-6">
              <h1>{t('title')}</h1>
              <p className="mt-3 max-w-176 text-lead">{t('lead')}</p>
            </header>
            <div className={`min-w-0 pt-8 ${reference}`}>
              <Start base={base} operations={operations} />
              {tags.map(([tag, own]) => (
                <section key={tag} aria-labelledby={tagId(tag)} className="pb-6">
                  <h2 id={tagId(tag)} className="mb-4">
                    {tag}
                  </h2>
                  {own.map((operation) => (
                    <Operation key={operation.id} operation={operation} />
                  ))}
                </section>
              ))}
            </div>
          </div>
        </SitePage>
      </SiteShell>
    </div>
  );
}
