import common from '@/lib/platform/i18n/en/common.json';
import enErrors from '@/lib/platform/i18n/en/errors.json';
import en from '@/lib/platform/i18n/en/failure.json';
import hiErrors from '@/lib/platform/i18n/hi/errors.json';
import hi from '@/lib/platform/i18n/hi/failure.json';

/** Inline, because the policy of pages allows attributes but no style sheets without a nonce. Colours of app/tokens.css. */
const STYLES = {
  body:
    'font: 1.0625rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 1rem; ' +
    'background: light-dark(#f9f7f2, #0d1124); color: light-dark(#161c3b, #f3f0e7)',
  section: 'border: 1px solid light-dark(#dcd8cd, #2a3054); border-radius: 0.5rem; margin: 1.5rem 0; padding: 0 1.5rem',
  heading: 'font-size: 1.375rem; margin: 1rem 0 0.5rem',
  link:
    'display: inline-block; padding: 0.625rem 1.125rem; border-radius: 0.5rem; font-weight: 600; text-decoration: none; ' +
    'background: light-dark(#232f7a, #f3f0e7); color: light-dark(#ffffff, #151b46)',
};

type Texts = typeof en & Pick<typeof enErrors, 'request'>;
const section = (lang: string, heading: 'h1' | 'h2', { title, text, again, request }: Texts) => `
<section lang="${lang}" style="${STYLES.section}">
<${heading} style="${STYLES.heading}">${title}</${heading}>
<p>${request.unavailable}</p>
<p>${text}</p>
<p><a href="" style="${STYLES.link}">${again}</a></p>
</section>`;

/**
 * The page of every address while the database is away: in both languages, because it must not depend on anything, and
 * without scripts and files. The empty link loads the same address again.
 */
export const UNAVAILABLE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${en.title} · ${common.productName}</title>
</head>
<body style="${STYLES.body}">
<main>
<p><strong>${common.productName}</strong></p>${section('en', 'h1', { ...en, ...enErrors })}${section('hi', 'h2', { ...hi, ...hiErrors })}
</main>
</body>
</html>
`;
