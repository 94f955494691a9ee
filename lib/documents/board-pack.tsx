import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import type { BoardPack } from '@/lib/selection/shared-cart/board-pack';
import { periodOf, periodText } from '@/lib/adoption/core/period';
import { formatCount } from '@/lib/platform/format-count';
import { formatDate } from '@/lib/platform/dates';
import { formatINR, sumTotals } from '@/lib/platform/money';
import { languageOf, type DocumentContext } from './context';
import { INK, INK_2 } from './palette';
import { Check, EveryPage, Head, Note } from './parts';
import { display, MARGIN, PAGE, SIZE, styles } from './styles';

/** In points: the whole width, the gap between figures, and the columns of facts and of the table. */
const WIDTH = PAGE - 2 * MARGIN;
const GAP = 14;
const LABEL = 120;
const COLUMNS = { district: 175, institutes: 70, seats: 60, amount: 115, local: 75 };

type BoardPackProps = {
  pack: BoardPack;
  /** The page of the shared cart. */
  url: string;
  context: DocumentContext;
};

/**
 * What a board reads before it decides about a shared cart, on one or two A4 pages: seats, sum, what the money covers, how its use is
 * proved, and the districts. Like the proposal it is no adoption, and it promises no tax effect.
 */
export function BoardPackDocument({ pack, url, context }: BoardPackProps) {
  const { t, fit, locale } = context;
  const { date, expiresAt, lines, by, districts } = pack;
  const title = t('board.title');
  const who = [by.sender, by.company].filter(Boolean).join(', ') || t('proposal.somebody');
  const institutes = districts.reduce((sum, { institutes: count }) => sum + count, 0);
  const seats = lines.reduce((sum, line) => sum + line.seats, 0);
  const figures = [
    [formatINR(sumTotals(lines)), t('board.figure.amount')],
    [formatCount(seats), t('board.figure.seats', { count: seats })],
    [formatCount(institutes), t('board.figure.institutes', { count: institutes })],
    [formatCount(districts.length), t('board.figure.districts', { count: districts.length })],
  ] as const;
  return (
    <Document
      title={title}
      author={context.common('productName')}
      language={languageOf(context)}
      creationDate={date}
      modificationDate={date}
    >
      <Page size="A4" style={[styles.page, { fontFamily: context.textFont }]}>
        <EveryPage title={title} context={context} />
        <Head
          title={title}
          facts={[
            [t('date'), formatDate(date, locale)],
            [t('proposal.until'), formatDate(expiresAt, locale)],
          ]}
          context={context}
        />
        <View style={{ gap: 12 }}>
          <Text style={[display, { fontSize: 13 }]}>
            {fit(t('board.heading', { who }), { width: WIDTH, size: 13, weight: 600 })}
          </Text>
          <View style={[styles.between, { borderTopWidth: 1.5, borderTopColor: INK, paddingTop: 8 }]}>
            {figures.map(([figure, label]) => (
              <View key={label} style={{ gap: 2 }}>
                <Text style={[display, { fontSize: 18, lineHeight: 1.1 }]}>{figure}</Text>
                <Text style={{ color: INK_2 }}>{fit(label, { width: WIDTH / 4 - GAP, size: SIZE })}</Text>
              </View>
            ))}
          </View>
          <Facts pack={pack} context={context} />
          <Districts districts={districts} context={context} />
        </View>
        <View wrap={false} style={[styles.between, { marginTop: 18, gap: 24 }]}>
          <Note title={t('board.noteTitle')} text={t('board.note')} context={context} />
          <Check url={url} title={t('proposal.link')} text={t('proposal.linkText')} context={context} />
        </View>
      </Page>
    </Document>
  );
}

/** What the annual action plan of a company asks of a project, as far as it is known here. */
function Facts({ pack, context }: Omit<BoardPackProps, 'url'>) {
  const { t, fit, locale } = context;
  const { by, lines, receiver, decisions, covers, scheduleItem } = pack;
  const facts = [
    ['project', t('board.project', { item: scheduleItem })],
    ['period', periodText(context.common, periodOf(lines), 2)],
    ['covers', covers],
    [
      'execution',
      receiver &&
        [t('board.execution', { name: receiver.legalName }), ...receiver.registrations.map(numberText)].join(' · '),
    ],
    ['proof', t('board.proof')],
    ['assessment', t('board.assessment')],
    ['note', by.note],
    [
      'decided',
      decisions
        .map(({ decision, name, note, at }) =>
          [t(`proposal.${decision}`, { name, date: formatDate(at, locale) }), note].filter(Boolean).join(' '),
        )
        .join(' '),
    ],
  ] as const;
  return (
    <View>
      {facts.map(
        ([name, text]) =>
          text && (
            <View key={name} wrap={false} style={[styles.row, { gap: GAP }]}>
              <Text style={[styles.strong, { width: LABEL }]}>{t(`board.fact.${name}`)}</Text>
              <Text style={{ width: WIDTH - LABEL - GAP }}>
                {fit(text, { width: WIDTH - LABEL - GAP, size: SIZE })}
              </Text>
            </View>
          ),
      )}
    </View>
  );
}

const numberText = ({ name, number }: { name: string; number: string }) => `${name}: ${number}`;

/** Seats and sums by district, and whether a plant of the company is there. */
function Districts({ districts, context }: Pick<BoardPack, 'districts'> & { context: DocumentContext }) {
  const { t, fit, names } = context;
  const knowsPlants = districts.some(({ isLocal }) => isLocal !== null);
  const columns = (
    ['district', 'institutes', 'seats', 'amount', ...(knowsPlants ? ['local' as const] : [])] as const
  ).map((name) => ({ name, isText: name === 'district', width: COLUMNS[name] }));
  const row = [styles.row, { gap: 5, paddingVertical: 3 }];
  return (
    <View>
      <View style={[...row, styles.small, styles.strong, { borderBottomColor: INK }]}>
        {columns.map(({ name, isText, width }) => (
          <Text key={name} style={[{ width }, isText ? {} : styles.figure]}>
            {fit(t(`board.column.${name}`), { width, size: 7.5, weight: 600 })}
          </Text>
        ))}
      </View>
      {districts.map(({ district, institutes, seats, paise, isLocal }) => {
        const texts = {
          district: names.place(district),
          institutes: formatCount(institutes),
          seats: formatCount(seats),
          amount: formatINR(paise),
          local: t(isLocal ? 'board.yes' : 'board.no'),
        };
        return (
          <View key={district} wrap={false} style={row}>
            {columns.map(({ name, isText, width }) => (
              <Text key={name} style={[{ width }, isText ? {} : styles.figure]}>
                {fit(texts[name], { width, size: SIZE })}
              </Text>
            ))}
          </View>
        );
      })}
    </View>
  );
}
