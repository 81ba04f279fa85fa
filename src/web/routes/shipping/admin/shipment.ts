import { redirect } from 'react-router'

import { orderShippingCopy as copy } from '#domain/copy/shipping.ts'
import { paths } from '#domain/paths.ts'
import { carriers } from '#domain/shipping/carriers.ts'
import { readDay } from '#domain/shipping/tracking-file.ts'
import type { Shop } from '#use-cases/shop.ts'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'

import type { Route } from './+types/shipment'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

const numberIn = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw httpError(404)
  return Number(text)
}

/** A shipment stands on the page of its order. */
export const loader = () => redirect(paths.shipments())

type Viewer = ReturnType<typeof memberOf>
type Done = { ok: true } | { ok: false; reason: string }
type Deed = (shop: Shop, viewer: Viewer, number: number, form: FormData) => Promise<Done>

const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

const mark =
  (how: 'lost' | 'damaged' | 'returned'): Deed =>
  (shop, viewer, number, form) =>
    shop.markShipment(viewer, { number, mark: how, reason: text(form, 'reason') })

/** What each button of a shipment does. */
const deeds: Readonly<Record<string, Deed>> = {
  hold: (shop, viewer, number, form) =>
    shop.holdShipment(viewer, { number, reason: 'staff', until: null, note: text(form, 'reason') }),
  'end-hold': (shop, viewer, _number, form) => shop.endHold(viewer, text(form, 'group')),
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
  ask: (shop, viewer, number) => shop.askCarrier(viewer, number),
  lost: mark('lost'),
  damaged: mark('damaged'),
  returned: mark('returned'),
  again: (shop, viewer, number) => shop.shipAgain(viewer, number),
  replace: (shop, viewer, number) => shop.replaceShipment(viewer, number),
  receive: (shop, viewer, number) => shop.receiveBack(viewer, number),
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = numberIn(params.number)
  const form = await request.formData()
  const order = numberIn(text(form, 'order'))
  const deed = deeds[text(form, 'intent')]
  if (!deed) throw httpError(400)
  const done = await deed(context.get(shopContext), memberOf(context), number, form)
  if (!done.ok && done.reason === 'not-staff') throw httpError(403)
  if (!done.ok && done.reason === 'gone') throw httpError(404)
  const errors: Readonly<Record<string, string>> = copy.errors
  const sentence = done.ok ? copy.done : (errors[done.reason] ?? copy.errors.state)
  const said = { tone: done.ok ? ('good' as const) : ('bad' as const), sentence }
  return redirect(`${paths.staffOrder(order)}#order-shipping`, {
    status: 303,
    headers: { 'set-cookie': flash(said, context.get(siteContext)) },
  })
}
