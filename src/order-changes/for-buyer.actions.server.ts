import { z } from 'zod'

import { completeAddress } from '#catalogue/destinations/address-form.rules.ts'
import { readGift } from '#catalogue/destinations/gift.rules.ts'
import { orderSubject } from '#orders/log.copy.ts'
import { orderByNumber } from '#orders/order/orders.store.server.ts'
import { demandNotOwn } from '#orders/order/own-order.actions.server.ts'
import { checked, dayOrNone, text, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import type { Acting } from '#platform/action/staff-action.server.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { lockHandovers } from '#shipping/holds/holds.store.server.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import { updateShipment } from '#shipping/shipments/shipments.store.server.ts'

import type { Changed, Open } from './change-order.actions.server.ts'
import {
  changedText,
  keyOf,
  lockOwn,
  writeAddress,
  writeChange,
  writeEarliest,
} from './change-order.actions.server.ts'
import { writeGift } from './give-order.actions.server.ts'
import { writeHold } from './hold-order.actions.server.ts'
import { canUndo, undoMinutes } from './order-changes.rules.ts'
import { changesOf } from './order-changes.store.server.ts'

const ofOrder = { number: wholeNumber(), seen: wholeNumber() }
const onPhone = { ...ofOrder, onPhone: checked() }
/** What the buyer has to state again is read to them. */
const stated = {
  ...ofOrder,
  onPhone: z.literal('yes', 'Please read this to the buyer, who has to agree.'),
}

type ByStaff = Omit<Acting<never>, 'record'>

type Asked = { number: number; seen: number; onPhone?: unknown }

/** Locks an order that staff change for its buyer; nobody does so with an order of their own. */
async function lockForStaff(
  acting: ByStaff,
  { number, seen }: Asked,
): Promise<Open | Changed | Refusal> {
  const { tx, viewer } = acting
  const order = await orderByNumber(tx, number)
  if (!order) return notThere()
  await demandNotOwn(tx, viewer, order)
  // Before the rows, as a handover takes them.
  await lockHandovers(tx)
  return lockOwn(acting, { order, by: 'staff', page: paths.staffOrder(number) }, seen)
}

/** Makes a change and logs it; the same form again was carried out. */
async function change(
  acting: ByStaff,
  asked: Asked,
  write: (open: Open) => Promise<Changed | Refusal>,
): Promise<Changed | Refusal> {
  const open = await lockForStaff(acting, asked)
  if (open instanceof Refusal) return open
  if ('after' in open) {
    acting.unchanged()
    return open
  }
  const changed = await write(open)
  if (changed instanceof Refusal) return changed
  const { onPhone: isOnPhone } = asked
  acting.audit(orderSubject(open.own.order), {
    after: {
      change: changedText(changed.after),
      ...(isOnPhone !== undefined && { onPhone: Boolean(isOnPhone) }),
    },
  })
  return changed
}

const ofStaff = {
  duty: 'handle-orders',
  log: 'order-changed',
  afterwards: (services: Services, { orderId }: Changed) =>
    recomputeReadiness(services, { orderId }),
  say: ({ after }: Changed) => `The buyer is emailed: “${changedText(after)}”`,
} as const

/** The same as its buyer can do, for one who calls. */
export const changeAddressForBuyer = staffAction({
  ...ofStaff,
  form: completeAddress.extend(stated),
  run: (acting, { number, seen, onPhone: isOnPhone, ...typed }) =>
    change(acting, { number, seen, onPhone: isOnPhone }, (open) =>
      writeAddress(acting, open, typed),
    ),
})

export const changeEarliestForBuyer = staffAction({
  ...ofStaff,
  form: z.object({ ...onPhone, earliest: dayOrNone('Please choose a day.') }),
  run: (acting, { earliest, ...asked }) =>
    change(acting, asked, (open) => writeEarliest(acting, open, earliest)),
})

export const holdOrderForBuyer = staffAction({
  ...ofStaff,
  form: z.object({ ...onPhone, hold: z.enum(['yes', 'no']) }),
  run: (acting, { hold, ...asked }) =>
    change(acting, asked, (open) => writeHold(acting, open, hold === 'yes')),
})

export const giveOrderForBuyer = staffAction({
  ...ofStaff,
  form: z.object({ ...stated, name: text(), phone: text(), note: text() }),
  run: (acting, { name, phone, note, ...asked }) =>
    change(acting, asked, async (open) => {
      const read = readGift({ name, phone, note })
      return read.ok
        ? writeGift(acting, open, read.gift)
        : new Refusal(400, Object.values(read.errors)[0]!, read.errors)
    }),
})

export const takeGiftBackForBuyer = staffAction({
  ...ofStaff,
  form: z.object(stated),
  run: (acting, asked) => change(acting, asked, (open) => writeGift(acting, open, null)),
})

/** Takes back what staff changed last, for some minutes. */
export const undoChangeForBuyer = staffAction({
  ...ofStaff,
  log: 'order-change-undone',
  form: z.object(ofOrder),
  run: (acting, asked) =>
    change(acting, asked, async (open) => {
      const { services, tx, now, formKey, midnight } = acting
      const { order } = open.own
      const last = (await changesOf(tx, order.id)).at(-1)
      if (!last || !canUndo(last, now)) {
        return refuse(`A change can be undone for ${undoMinutes} minutes, until the next one.`)
      }
      const { before, after, kind } = last
      if ('isHeld' in before) return writeHold(acting, open, before.isHeld)
      if ('gift' in before) return writeGift(acting, open, before.gift)
      for (const { id, shipTo } of open.shipments) {
        if ('earliest' in before) {
          const { earliest } = before
          await updateShipment(tx, id, { notBefore: earliest === null ? null : midnight(earliest) })
        }
        if ('address' in before) {
          const { address } = before
          const to = { toState: address.state, toZip: address.zipCode }
          await updateShipment(tx, id, { shipTo: { ...shipTo!, ...address }, ...to })
        }
      }
      return writeChange(services, tx, open, {
        ...{ at: now, requestKey: keyOf(order, formKey), kind, before: after, after: before },
      })
    }),
})
