import { Fragment } from 'react';
import { langOf } from '@/lib/platform/i18n/script';

/** A value of the profile with its own language; a long e-mail address breaks after the @ first. */
export function ProfileValue({ children }: { children: string }) {
  const [first, ...rest] = children.split('@');
  return (
    <span lang={langOf(children)}>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          @<wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
