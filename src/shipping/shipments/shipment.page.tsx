import { Link, redirect } from 'react-router'

import { may } from '#platform/access/access.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { orderShippingCopy as copy, shippingCopy } from './shipping.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { endHold, holdShipment } from '../holds/holds.actions.server.ts'
import { carriers } from '../tracking/carriers.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import { readDay } from '../tracking/tracking-file.rules.ts'
import type { Shop } from '#platform/services/shop.ts'
import type { Action } from '#platform/action/staff-action.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { OrderShipping } from './order-shipping.tsx'
import { servicesContext, shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { found, httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/shipment.page'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, shipmentNumber(Number(args.params['number']) || 0))

const numberIn = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw httpError(404)
  return Number(text)
}

/** A shipment stands on the page of its order, and here for staff who may not open that. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const number = numberIn(params.number)
  const viewer = memberOf(context)
  const viewed = found(await context.get(shopContext).viewShipment(viewer, number))
  if (may(viewer, 'handle-orders')) throw redirect(pageOf(viewer, number, viewed.orderNumber))
  return { number, orderNumber: viewed.orderNumber, shipments: viewed.shipments }
}

/** Where a shipment is shown to them. */
const pageOf = (viewer: Viewer, number: number, order: number): string =>
  `${may(viewer, 'handle-orders') ? paths.staffOrder(order) : paths.shipment(number)}#order-shipping`

type Viewer = ReturnType<typeof memberOf>
type Done = { ok: true } | { ok: false; reason: string }
type PostedAction = (shop: Shop, viewer: Viewer, number: number, form: FormData) => Promise<Done>

const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

const mark =
  (how: 'lost' | 'damaged' | 'returned'): PostedAction =>
  (shop, viewer, number, form) =>
    shop.markShipment(viewer, { number, mark: how, reason: text(form, 'reason') })

/** What each button of a shipment does. */
const actionsByIntent: Readonly<Record<string, PostedAction>> = {
  undo: (shop, viewer, number, form) =>
    shop.undoHandover(viewer, { number, reason: text(form, 'reason') }),
  tracking: async (shop, viewer, number, form) => {
    const carrier = carriers.find((one) => one === text(form, 'carrier'))
    if (!carrier) return { ok: false, reason: 'no-carrier' }
    return shop.addTracking(viewer, {
      number,
      carrier,
      trackingNumber: text(form, 'trackingNumber'),
      shippedOn: readDay(text(form, 'shippedOn')) ?? null,
      isCorrection: form.get('isCorrection') === 'yes',
    })
  },
  ask: (shop, viewer, number) => shop.pollCarrier(viewer, number),
  'follow-up': (shop, viewer, number, form) =>
    shop.followUpShipment(viewer, {
      number,
      seen: text(form, 'seen'),
      typed: {
        what: text(form, 'what'),
        note: text(form, 'note'),
        againOn: text(form, 'againOn'),
      },
    }),
  lost: mark('lost'),
  damaged: mark('damaged'),
  returned: mark('returned'),
  again: (shop, viewer, number) => shop.shipAgain(viewer, number),
  replace: (shop, viewer, number) => shop.replaceShipment(viewer, number),
  settle: (shop, viewer, number, form) =>
    shop.settleOtherwise(viewer, { number, agreed: text(form, 'reason') }),
  receive: (shop, viewer, number) => shop.receiveBack(viewer, number),
}

/** Those that the action kit runs. */
const kitActions: Readonly<Record<string, Action<object>>> = {
  hold: holdShipment,
  'end-hold': endHold,
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = numberIn(params.number)
  const form = await request.formData()
  const order = numberIn(text(form, 'order'))
  const intent = text(form, 'intent')
  const viewer = memberOf(context)
  const say = (isDone: boolean, sentence: string) =>
    redirectWithFlash(
      pageOf(viewer, number, order),
      { tone: isDone ? 'good' : 'bad', sentence },
      context,
    )
  if (Object.hasOwn(kitActions, intent)) {
    const typed = { ...Object.fromEntries(form), number }
    const result = await kitActions[intent]!(context.get(servicesContext), viewer, typed)
    if (result.ok) {
      const isLate = result.said?.tone === 'info'
      return say(!isLate, (isLate && result.said?.sentence) || copy.done)
    }
    if (result.status === 403 || result.status === 404) throw httpError(result.status)
    return say(false, result.sentence)
  }
  if (!Object.hasOwn(actionsByIntent, intent)) throw httpError(400)
  const run = actionsByIntent[intent]!
  const done = permitted(await run(context.get(shopContext), viewer, number, form))
  if (!done.ok && done.reason === 'gone') throw httpError(404)
  const errors: Readonly<Record<string, string>> = copy.errors
  return say(done.ok, done.ok ? copy.done : (errors[done.reason] ?? copy.errors.state))
}

export default function AdminShipment({ loaderData }: Route.ComponentProps) {
  const { number, orderNumber, shipments } = loaderData
  return (
    <AdminPage
      title={`${shipmentNumber(number)}, ${ordersCopy.number(orderNumber)}`}
      actions={<Link to={paths.shipments()}>{shippingCopy.list}</Link>}
    >
      <div>
        <OrderShipping orderNumber={orderNumber} shipments={shipments} />
      </div>
    </AdminPage>
  )
}
