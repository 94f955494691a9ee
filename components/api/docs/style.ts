/**
 * Headings, code, and lists of names with their meaning, lists within these indented. For the element around all
 * endpoints: classes of each element would make the page several times as large.
 */
export const reference = [
  '[&_:is(h4,h5)]:mb-1 [&_:is(h4,h5)]:font-sans [&_:is(h4,h5)]:text-body [&_:is(h4,h5)]:font-semibold [&_:is(h4,h5)]:tracking-normal',
  '[&_article]:grid [&_article]:gap-5 [&_article]:border-t [&_article]:border-line [&_article]:py-8 [&_article_p]:text-small',
  '[&_article>section:has(>figure)]:grid [&_article>section:has(>figure)]:gap-4 xl:[&_article>section:has(>figure)]:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:[&_article>section:has(>figure)]:gap-8 [&_article>section>div]:grid [&_article>section>div]:content-start [&_article>section>div]:gap-3',
  '[&_h3]:text-lead [&_h3]:tracking-normal [&_h3]:wrap-anywhere [&_h3_a]:inline-flex [&_h3_a]:min-h-tap [&_h3_a]:flex-wrap [&_h3_a]:items-center [&_h3_a]:gap-x-3 [&_h3_a]:no-underline [&_h3_a:hover]:underline',
  '[&_kbd]:inline-block [&_kbd]:min-w-14 [&_kbd]:rounded-1 [&_kbd]:border [&_kbd]:border-control [&_kbd]:px-1.5 [&_kbd]:text-center [&_kbd]:font-mono [&_kbd]:text-cap [&_kbd]:font-semibold',
  '[&_code]:font-mono [&_code]:wrap-anywhere [&_p_code]:text-[0.94em]',
  '[&_figure]:min-w-0 [&_figcaption]:mb-1 [&_figcaption]:text-cap [&_figcaption]:font-semibold [&_figcaption]:text-ink-2',
  '[&_pre]:rounded-2 [&_pre]:border [&_pre]:border-line [&_pre]:bg-sunken [&_pre]:px-3 [&_pre]:py-2.5 [&_pre]:font-mono [&_pre]:text-cap [&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap',
  '[&_ul]:text-small [&_li]:border-t [&_li]:border-line [&_li]:py-2 [&_li:first-child]:border-t-0 [&_li>code:first-child]:font-semibold',
  '[&_li>i]:px-2 [&_li>i]:text-ink-2 [&_li>i]:not-italic [&_li_ul]:mt-2 [&_li_ul]:border-s-2 [&_li_ul]:border-line [&_li_ul]:ps-3',
].join(' ');
