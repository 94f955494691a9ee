'use client';

import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Modal, ModalContent } from '@/components/platform/ui/dialog';
import type { ActionForm, FormBase } from '@/lib/admin/adoptions/action-form';
import type { ToldTransfer } from '@/lib/adoption/read/detail-rules';
import { AdoptionActionForm } from './adoption-action-form';

/** An adoption as its forms need it, without the lines that were removed; amounts in paise. */
export type ActionAdoption = FormBase & {
  reference: string;
  version: number;
  /** The names of the lines' courses by id. */
  courses: Readonly<Record<string, string>>;
  /** The last day of the term, YYYY-MM-DD; null if it has none. */
  dueOn: string | null;
  outstandingPaise: number;
  /** What the sponsor told of a transfer that is not recorded yet; null if nothing. */
  told: Omit<ToldTransfer, 'toldAt'> | null;
  refundablePaise: number;
  /** Whether a change of seats needs the approval of a second administrator. */
  needsApproval: boolean;
  /** Whether it is a guest's, whose e-mail address opens it. */
  isGuests: boolean;
  /** The steps of the timeline as sentences, oldest first. */
  steps: readonly { id: number; text: string }[];
};

/** A form to open: what it is about, by id and in words. */
export type Action = { form: ActionForm; id?: string; about?: string };

const ActionContext = createContext<((action: Action) => void) | null>(null);

/** Returns the function that opens a form; null if the administrator may only look. */
export const useOpenAction = () => use(ActionContext);

type ActionProviderProps = { adoption: ActionAdoption; mayAct: boolean; children: ReactNode };

/**
 * The page of an adoption with the dialog of its forms. The dialog belongs to the page and not to a button, so that it
 * stays with its input when the page shows what another administrator did and the button disappears.
 */
export function ActionProvider({ adoption, mayAct, children }: ActionProviderProps) {
  const t = useTranslations('adminAdoption.action');
  const [action, setAction] = useState<Action | null>(null);
  const opener = useRef<Element | null>(null);
  // After one's own action the page has an older version until it is reloaded.
  const [written, setWritten] = useState(0);
  const version = Math.max(adoption.version, written);

  // The pressed button may be gone from the reloaded page; the focus then moves to its start.
  const shown = useRef(adoption.version);
  useEffect(() => {
    if (shown.current === adoption.version) return;
    shown.current = adoption.version;
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [adoption.version]);

  const open = (next: Action) => {
    opener.current = document.activeElement;
    setAction(next);
  };
  return (
    <ActionContext value={mayAct ? open : null}>
      {children}
      <Modal open={action !== null} onOpenChange={(isOpen) => !isOpen && setAction(null)}>
        {action && (
          <ModalContent
            title={t(`${action.form}.title`)}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              const button =
                opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null;
              (button ?? document.getElementById('content'))?.focus({ preventScroll: true });
            }}
          >
            {action.about && <p className="-mt-2 text-small font-semibold wrap-anywhere">{action.about}</p>}
            <AdoptionActionForm
              action={action}
              adoption={{ ...adoption, version }}
              onDone={(next) => {
                setWritten(next);
                setAction(null);
              }}
            />
          </ModalContent>
        )}
      </Modal>
    </ActionContext>
  );
}
