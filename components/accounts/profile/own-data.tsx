'use client';

import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { PasswordField } from '@/components/accounts/auth/password-field';
import { DownloadButton } from '@/components/platform/form/download-button';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { asFile } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';
import { signOut } from '@/lib/api/client/sign-in';
import { ownDataFileName } from '@/lib/operation/privacy/rules';
import { useConfirmedPassword } from './confirm-password';

/**
 * Download of the sponsor's own data, and deletion of the account.
 * @param isOwner false for a colleague, whom the owner removes
 */
export function OwnData({ isOwner }: { isOwner: boolean }) {
  const t = useTranslations('profile');
  return (
    <section aria-labelledby="own-data" className="grid gap-3">
      <h2 id="own-data" className="text-h3">
        {t('ownData.title')}
      </h2>
      <p className="text-ink-2">
        {t.rich('ownData.text', {
          link: (text) => (
            <Link href="/privacy" className="text-link underline">
              {text}
            </Link>
          ),
        })}
      </p>
      {!isOwner && <p className="text-ink-2">{t('ownData.colleague')}</p>}
      <div className="grid justify-items-start gap-3">
        <DownloadOwnData />
        {isOwner && <DeleteAccount />}
      </div>
    </section>
  );
}

function DownloadOwnData() {
  const t = useTranslations('profile.ownData');
  const confirmed = useConfirmedPassword();
  return (
    <DownloadButton
      size="normal"
      document={{
        id: 'own-data',
        texts: { preparing: t('preparing'), downloaded: t('downloaded') },
        fetch: () => confirmed(() => callAsSponsor('GET /user/account/data', { read: asFile() })),
        nameOn: ownDataFileName,
      }}
    >
      {t('download')}
    </DownloadButton>
  );
}

const GOES = ['account', 'sessions', 'show'] as const;
const STAYS = ['adoptions', 'papers', 'audit'] as const;

/** Says what goes and what stays, asks for the password, and leaves once the account is deleted. */
function DeleteAccount() {
  const t = useTranslations('profile.deletion');
  const leave = (
    <div className="grid gap-4">
      <Note kind="ok">{t('done')}</Note>
      <Button autoFocus onClick={() => void signOut()}>
        {t('close')}
      </Button>
    </div>
  );
  return (
    <FormDialog
      trigger={
        <Button variant="bare" size="inline" className="text-error!">
          <Trash2 aria-hidden />
          {t('open')}
        </Button>
      }
      title={t('open')}
      submit={t('submit')}
      submitting={t('submitting')}
      send={(fields) =>
        callAsSponsor('POST /user/account/delete', { body: { current_password: fields.get('current_password') } })
      }
      result={() => leave}
    >
      <div className="grid gap-1 text-small">
        <p className="font-semibold">{t('goes')}</p>
        <ul className="list-disc ps-5">
          {GOES.map((item) => (
            <li key={item}>{t(`goesItems.${item}`)}</li>
          ))}
        </ul>
      </div>
      <div className="grid gap-1 text-small">
        <p className="font-semibold">{t('stays')}</p>
        <ul className="list-disc ps-5">
          {STAYS.map((item) => (
            <li key={item}>{t(`staysItems.${item}`)}</li>
          ))}
        </ul>
      </div>
      <p className="text-small">{t('papers')}</p>
      <p className="text-small">{t('obstacles')}</p>
      <PasswordField label={t('password')} name="current_password" autoComplete="current-password" required />
    </FormDialog>
  );
}
