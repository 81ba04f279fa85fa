import { data, Link, redirect } from 'react-router'

import { deskOrderCopy as copy, refundCopy } from '#domain/copy/desk-orders.ts'
import type { RefundErrors, RefundValues } from '#domain/forms/refund.ts'
import { checkRefund, readRefund } from '#domain/forms/refund.ts'
import { formatAmount } from '#domain/money.ts'
import type { Shop } from '#use-cases/shop.ts'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import { OrderAttention } from '#web/components/admin/orders/order-attention.tsx'
import { OrderBooks } from '#web/components/admin/orders/order-books.tsx'
import { OrderDisputes } from '#web/components/admin/orders/order-disputes.tsx'
import { OrderFacts } from '#web/components/admin/orders/order-facts.tsx'
import { OrderRefunds } from '#web/components/admin/orders/order-refunds.tsx'
import { RefundForm } from '#web/components/admin/orders/refund-form.tsx'
import { RecordLog } from '#web/components/admin/record-log.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/order'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${copy.title(Number(params['number']))} · Kohue` },
]

export async function loader({ params, context }: Route.LoaderArgs) {
  const number = numberIn(params.number)
  const viewed = await context.get(shopContext).viewDeskOrder(memberOf(context), number)
  if (viewed.ok) return viewed.view
  throw data(null, { status: viewed.reason === 'gone' ? 404 : 403 })
}

const numberIn = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

type Refused = { values: RefundValues; errors: RefundErrors; alert: string | null }

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = numberIn(params.number)
  const viewer = memberOf(context)
  const shop = context.get(shopContext)
  const form = await request.formData()
  const back = (tone: 'good' | 'bad' | 'info', sentence: string) =>
    redirect(paths.staffOrder(number), {
      status: 303,
      headers: { 'set-cookie': flash({ tone, sentence }, context.get(siteContext)) },
    })

  if (form.get('intent') === 'attend') {
    const attended = await shop.attendOrder(viewer, number)
    if (!attended.ok) throw data(null, { status: attended.reason === 'gone' ? 404 : 403 })
    return back('good', copy.attended)
  }
  const values = readRefund(form)
  const refused = (told: Partial<Refused>, status: number) =>
    data<Refused>({ values, errors: {}, alert: null, ...told }, { status })
  const checked = checkRefund(values)
  if (!checked.ok) return refused({ errors: checked.errors }, 400)
  const { ok: _ok, ...wish } = checked
  const token = String(form.get('token') ?? '').slice(0, 100)
  const asked = await shop.askForRefund(viewer, { ...wish, number, token })
  if (!asked.ok) return refused({ alert: refundCopy.errors[asked.reason] }, 409)
  return back(...outcomeOf(asked))
}

type Made = Extract<Awaited<ReturnType<Shop['askForRefund']>>, { ok: true }>

const outcomeOf = ({ state, amountCents }: Made) => {
  const tone = { made: 'good', asked: 'info', failed: 'bad' } as const
  return [tone[state], refundCopy.done[state](formatAmount(amountCents))] as const
}

export default function OrderAtDesk({ loaderData: view, actionData }: Route.ComponentProps) {
  const { order, lines, refunds, disputes, refundable, log, token } = view
  return (
    <DeskPage
      title={copy.title(order.number)}
      actions={<Link to={paths.staffOrders()}>{copy.all}</Link>}
    >
      <div>
        {order.attention && <OrderAttention reason={order.attention} />}
        <OrderFacts order={order} />
        <OrderBooks order={order} lines={lines} />
        {disputes.length > 0 && <OrderDisputes disputes={disputes} />}
        <OrderRefunds refunds={refunds} />
        <RefundForm
          key={token}
          {...{ lines, refundable, token, refunds }}
          hasPayment={order.paymentIntentId !== null}
          answer={actionData ?? null}
        />
        <RecordLog kind="order" id={order.id} entries={log} />
      </div>
    </DeskPage>
  )
}
