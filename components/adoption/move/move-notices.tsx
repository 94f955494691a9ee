import { ArrowLeftRight } from 'lucide-react';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Note } from '@/components/platform/ui/note';
import { getNames } from '@/lib/catalogue/localized-names';
import { offerTexts, type OfferNames } from '@/lib/catalogue/names';
import { formatLastDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { readOpenMoves, type MoveChoice } from '@/lib/admin/moves/queries';
import { MoveAnswer, type ShownChoice } from './move-answer';

type MoveNoticesProps = { billingId: string; mayAnswer: boolean; bearer: Bearer };

/** What the sponsor of an adoption is asked: to move seats to another offer, with the price and the last day to answer. */
export async function MoveNotices({ billingId, mayAnswer, bearer }: MoveNoticesProps) {
  const moves = await readOpenMoves(billingId);
  if (moves.length === 0) return null;
  const [t, names, locale] = [await getTranslations('adoptionPage.move'), await getNames(), await getLocale()];
  const nameOf = (offer: OfferNames) => offerTexts(names, offer).slice(0, -1).join(', ');
  const shown = (choice: MoveChoice): ShownChoice => ({
    id: choice.id,
    name: nameOf(choice),
    pricePaise: choice.pricePaise,
    cost: t('cost', costOf(choice)),
  });
  return moves.map((move) => (
    <section
      key={move.id}
      aria-labelledby={`move-${move.id}`}
      className="grid gap-4 rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-4 md:p-5 print:hidden"
    >
      <div className="grid gap-1">
        <h2 id={`move-${move.id}`} className="flex items-start gap-2 text-h3">
          <ArrowLeftRight aria-hidden className="mt-0.5 size-6 shrink-0 text-neel" />
          <span>{t('title', { seats: move.seats })}</span>
        </h2>
        <p className="wrap-anywhere">
          {move.to
            ? t('text', { seats: move.seats, from: nameOf(move.from), to: nameOf(move.to) })
            : t('closed', { seats: move.seats, from: nameOf(move.from) })}
        </p>
        {move.to && <p className="font-semibold">{t('cost', costOf(move.to))}</p>}
        <p className="wrap-anywhere">{t('reason', { reason: move.reason })}</p>
        <p className="text-small text-ink-2">{t('until', { date: formatLastDay(move.until, locale) })}</p>
      </div>
      {mayAnswer ? (
        <MoveAnswer
          billingId={billingId}
          move={move.id}
          seats={move.seats}
          proposed={move.to && shown(move.to)}
          others={move.others.map(shown)}
          bearer={bearer}
        />
      ) : (
        <Note>{t('notYou')}</Note>
      )}
    </section>
  ));
}

/** What a choice costs more or less, as values of its text. */
function costOf({ differencePaise }: MoveChoice) {
  const change = differencePaise === 0 ? 'same' : differencePaise > 0 ? 'more' : 'less';
  return { change, amount: formatINR(Math.abs(differencePaise)) };
}
