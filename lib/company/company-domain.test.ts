import { expect, test } from 'vitest';
import { companyDomain, registrableDomain } from './company-domain';
import { companyKey, limitKey, limitKeys } from '@/lib/adoption/core/limit-keys';

const keysOf = (email: string) => limitKeys({ otpMethod: 'email', email, phone: '' });

test.each([
  // India: every second level, also those that are not in any short list.
  ['mail.acme.in', 'acme.in'],
  ['acme.co.in', 'acme.co.in'],
  ['hr.acme.co.in', 'acme.co.in'],
  ['acme.biz.in', 'acme.biz.in'],
  ['mail.acme.biz.in', 'acme.biz.in'],
  ['dte.mp.gov.in', 'mp.gov.in'],
  ['sail.gov.in', 'sail.gov.in'],
  ['cat.res.in', 'cat.res.in'],
  ['sgsits.edu.in', 'sgsits.edu.in'],
  ['cs.rgpv.ac.in', 'rgpv.ac.in'],
  ['acme.firm.in', 'acme.firm.in'],
  ['acme.net.in', 'acme.net.in'],
  ['acme.org.in', 'acme.org.in'],
  ['acme.gen.in', 'acme.gen.in'],
  ['acme.ind.in', 'acme.ind.in'],
  ['acme.info.in', 'acme.info.in'],
  ['acme.pro.in', 'acme.pro.in'],
  ['acme.internet.in', 'acme.internet.in'],
  ['acme.5g.in', 'acme.5g.in'],
  ['iitb.nic.in', 'iitb.nic.in'],
  ['उद्योग.भारत', 'xn--p1b2a6bvbxjk.xn--h2brj9c'],
  // Elsewhere, with suffixes of one to three parts.
  ['www.acme.com', 'acme.com'],
  ['a.b.acme.co.uk', 'acme.co.uk'],
  ['mail.school.kent.sch.uk', 'school.kent.sch.uk'],
  ['acme.ltd.uk', 'acme.ltd.uk'],
  ['works.city.kawasaki.jp', 'city.kawasaki.jp'],
  ['shop.acme.com.br', 'acme.com.br'],
  ['acme.k12.ca.us', 'acme.k12.ca.us'],
  ['acme.or.jp', 'acme.or.jp'],
  ['acme.com.au', 'acme.com.au'],
  ['www.ck', 'www.ck'],
  // Private suffixes: customers of one company, who do not know each other.
  ['acme.github.io', 'acme.github.io'],
  ['docs.acme.github.io', 'acme.github.io'],
  ['acme.in.net', 'acme.in.net'],
  ['acme.uk.com', 'acme.uk.com'],
  ['acme.blogspot.com', 'acme.blogspot.com'],
  // A suffix of mailboxes that the list lacks.
  ['acme.onmicrosoft.com', 'acme.onmicrosoft.com'],
  // No suffix that anybody registered, as in examples and inside of companies.
  ['mail.works.example', 'works.example'],
])('the registrable domain of %s is %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
  expect(companyDomain(host)).toBe(domain);
  expect(companyKey(`hr@${host}`)).toBe(`domain:${domain}`);
  expect(limitKey(host)).toBe(`domain:${domain}`);
});

test.each(
  ['in', 'co.in', 'biz.in', 'gov.in', 'co.uk', 'kent.sch.uk', 'github.io', 'com', 'bharat', 'onmicrosoft.com'].map(
    (suffix) => [suffix],
  ),
)('%s is a suffix, and no company', (suffix) => {
  expect(registrableDomain(suffix)).toBeNull();
  expect(keysOf(`a@${suffix}`)).toEqual([`email:a@${suffix}`]);
});

test.each(
  ['127.0.0.1', '127.1', '0x7f.1', '[127.0.0.1]', '[IPv6:2001:db8::1]', 'localhost', 'mail', '1'].map((host) => [host]),
)('an address at the machine %s belongs to no company', (host) => {
  expect(companyDomain(host)).toBeNull();
  expect(keysOf(`a@${host}`)).toHaveLength(1);
  expect(keysOf(`a@${host}`)[0]).toMatch(/^email:a@/);
});

test.each(['gmail.com', 'mail.yahoo.co.in', 'rediffmail.com'].map((host) => [host]))('%s is no company', (host) =>
  expect(companyDomain(host)).toBeNull(),
);

test('security 171: companies below one suffix have nothing in common', () => {
  for (const suffix of [
    'biz.in',
    'info.in',
    'pro.in',
    'kent.sch.uk',
    'github.io',
    'in.net',
    'co.in',
    'onmicrosoft.com',
  ])
    expect(keysOf(`a@one.${suffix}`).filter((key) => keysOf(`a@two.${suffix}`).includes(key))).toEqual([]);
});
