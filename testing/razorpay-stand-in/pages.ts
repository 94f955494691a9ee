import { known, Refusal, type Gateway, type Link, type Method, type Order, type Payment } from './gateway';
import { signLinkReturn } from './signatures';

/** A page, or where the browser goes next. */
export type PageAnswer = { html: string; status?: number } | { location: string };

const METHODS: Record<string, string> = { upi: 'UPI', card: 'Card', netbanking: 'Netbanking', wallet: 'Wallet' };

const escape = (text: string) => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);

const rupees = (paise: number, currency: string) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(paise / 100);

const layout = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 2rem auto; padding: 0 1rem; }
.note { background: #fff3bf; color: #000; padding: .5rem 1rem; }
button, select { font: inherit; padding: .5rem 1rem; margin: .25rem .25rem .25rem 0; }
</style>
</head>
<body>
<p class="note" role="note">Stand-in for Razorpay. No money moves.</p>
<main>
<h1>${escape(title)}</h1>
${content}
</main>
</body>
</html>`;

const hidden = (name: string, value: string) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`;

/** The form of a payment; of one that is pending it finishes that payment. */
function paymentForm(action: string, order: Order, pending: Payment | null): string {
  const buttons = [
    ['succeed', 'Succeed'],
    ['fail', 'Fail'],
    ...(pending ? [] : [['pending', 'Stay pending']]),
    ['close', 'Close'],
  ].map(([value, label]) => `<button name="do" value="${value}">${label}</button>`);
  const methods = Object.entries(METHODS).map(([value, label]) => `<option value="${value}">${label}</option>`);
  return `<p>Amount: <strong>${escape(rupees(order.amount, order.currency))}</strong></p>
<form method="post" action="${escape(action)}">
${pending ? hidden('payment', pending.id) : `<p><label>Method <select name="method">${methods.join('')}</select></label></p>`}
<p>${buttons.join('\n')}</p>
</form>`;
}

const message = (text: string) => `<p role="status">${escape(text)}</p>`;

/** Does what a button says. Returns the payment; null if the page was closed. */
function press(gateway: Gateway, order: Order, form: URLSearchParams): Payment | null {
  const action = form.get('do');
  if (action === 'close') return null;
  const method = (form.get('method') ?? 'upi') as Method;
  const begun = form.get('payment');
  const payment = begun ? known(gateway.payments, begun) : gateway.begin(order, { method });
  if (payment.orderId !== order.id) throw new Refusal('The payment belongs to another order');
  if (action === 'succeed') gateway.authorize(payment);
  else if (action === 'fail') gateway.fail(payment);
  return payment;
}

/** The page of a payment link; a POST presses a button. */
export function linkPage(gateway: Gateway, keySecret: string, code: string, form: URLSearchParams | null): PageAnswer {
  const link = [...gateway.links.values()].find((each) => each.code === code);
  if (!link) return { html: layout('Not found', message('There is no such payment link.')), status: 404 };
  const title = link.description || 'Payment link';
  if (form && link.status === 'created') {
    const order = gateway.openLink(link);
    const payment = press(gateway, order, form);
    if (!payment)
      return {
        html: layout(title, `${message('You closed the payment.')}<p><a href="/l/${code}">Open it again</a></p>`),
      };
    if (currentStatus(link) === 'paid') return linkReturn(link, keySecret, payment);
    const state = {
      failed: 'The payment failed. Try again.',
      created: 'Waiting for the bank.',
      authorized: 'The payment is authorised and will be captured later.',
    }[payment.status as string];
    const isWaiting = payment.status === 'created';
    return {
      html: layout(title, `${message(state ?? '')}${paymentForm(`/l/${code}`, order, isWaiting ? payment : null)}`),
    };
  }
  if (form?.get('payment')) {
    // A payment that was begun before the link ended.
    const payment = press(gateway, gateway.openLink(link), form);
    return { html: layout(title, message(`The payment link is ${link.status}. The payment is ${payment?.status}.`)) };
  }
  if (link.status !== 'created')
    return {
      html: layout(title, message(`This payment link is ${link.status === 'paid' ? 'already paid' : link.status}.`)),
    };
  return { html: layout(title, paymentForm(`/l/${code}`, gateway.openLink(link), null)) };
}

/** The status after a payment, which the compiler cannot know to have changed. */
const currentStatus = (link: Link): Link['status'] => link.status;

function linkReturn(link: Link, keySecret: string, payment: Payment): PageAnswer {
  if (!link.callbackUrl) return { html: layout('Paid', message('This payment link is already paid.')) };
  return { location: linkReturnUrl(link, keySecret, payment.id) };
}

/** Returns the address that a paid link sends the browser to. */
function linkReturnUrl(link: Link, keySecret: string, paymentId: string): string {
  const url = new URL(link.callbackUrl!);
  for (const [name, value] of [
    ['payment_id', paymentId],
    ['payment_link_id', link.id],
    ['payment_link_reference_id', link.referenceId ?? ''],
    ['payment_link_status', link.status],
    ['signature', signLinkReturn(keySecret, link, paymentId)],
  ])
    url.searchParams.set(`razorpay_${name}`, value!);
  return url.href;
}

/** A refusal on a page. */
export const refusalPage = ({ description, status }: Refusal): PageAnswer => ({
  html: layout('Payment', message(description)),
  status,
});
