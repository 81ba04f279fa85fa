import { z } from 'zod'

import { completeAddress } from '#catalogue/destinations/address-form.rules.ts'
import { readGift } from '#catalogue/destinations/gift.rules.ts'
import { shippingMethods } from '#catalogue/destinations/shipping.rules.ts'
import { orderSubject } from '#orders/log.copy.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { orderByNumber } from '#orders/order/orders.store.server.ts'
import { demandNotOwn } from '#orders/order/own-order.actions.server.ts'
import {
  checked,
  dayOrNone,
  filled,
  oneOf,
  text,
  wholeNumber,
} from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import type { Acting } from '#platform/action/staff-action.server.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { Address } from '#platform/address/address.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { lockHandovers } from '#shipping/holds/holds.store.server.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import { updateShipment } from '#shipping/shipments/shipments.store.server.ts'
import { readToBuyer } from '#shipping/shipments/shipping.copy.ts'

import { dearerMethods } from './change-money.rules.ts'
import type { Changed, Open, Which } from './change-order.actions.server.ts'
import {
  changedText,
  keyOf,
  lockOwn,
  refusalByLaw,
  writeAddress,
  writeChange,
  writeEarliest,
} from './change-order.actions.server.ts'
import { writeMethod } from './difference-channel.actions.server.ts'
import { writeGift } from './give-order.actions.server.ts'
import { writeHold } from './hold-order.actions.server.ts'
import { canUndo, longestReason, undoMinutes } from './order-changes.rules.ts'
import { changesOf } from './order-changes.store.server.ts'
import { paidOrderOf } from './paid-order.actions.server.ts'
import { closeDifference } from './refund-differences.actions.server.ts'

const ofOrder = { number: wholeNumber(), seen: wholeNumber() }
export const onPhone = { ...ofOrder, onPhone: checked() }
/** What the buyer has to state again is read to them. */
export const stated = {
  ...ofOrder,
  onPhone: z.literal('yes', readToBuyer),
}

type ByStaff = Omit<Acting<never>, 'record'>

type Asked = { number: number; seen: number; onPhone?: unknown }

/** The order that staff change for its buyer; nobody does so with an order of their own. */
export async function orderForStaff(
  db: Queryable,
  viewer: { id: string },
  number: number,
): Promise<Order | Refusal> {
  const order = await orderByNumber(db, number)
  if (!order) return notThere()
  await demandNotOwn(db, viewer, order)
  return order
}

/** See `Which`; `to` may also be looked up in the order. */
type Allowed = Pick<Which, 'isForSplits' | 'units'> & {
  to?: Address | ((tx: Transaction, order: Order) => Promise<Address | null>)
}

/** The same with its shipments, locked. */
export async function lockForStaff(
  acting: Pick<ByStaff, 'tx' | 'viewer' | 'formKey' | 'now'>,
  { number, seen }: Asked,
  { to, ...which }: Allowed = {},
): Promise<Open | Changed | Refusal> {
  const { tx, viewer, now } = acting
  const order = await orderForStaff(tx, viewer, number)
  if (order instanceof Refusal) return order
  const goesTo = typeof to === 'function' ? await to(tx, order) : (to ?? null)
  const byLaw = await refusalByLaw(tx, order, { ...which, to: goesTo }, now)
  // Before the rows, as a handover takes them.
  await lockHandovers(tx)
  const own = { order, by: 'staff', page: paths.staffOrder(number) } as const
  return lockOwn(acting, own, seen, { ...which, byLaw })
}

/** Makes a change and logs it; the same form again was carried out. */
export async function change(
  acting: ByStaff,
  asked: Asked,
  write: (open: Open) => Promise<Changed | Refusal>,
  which: Allowed = {},
): Promise<Changed | Refusal> {
  const open = await lockForStaff(acting, asked, which)
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
      ...('reason' in changed.after && { reason: changed.after.reason }),
      ...(isOnPhone !== undefined && { onPhone: Boolean(isOnPhone) }),
    },
  })
  return changed
}

export const ofStaff = {
  needs: 'handle-orders',
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
    change(
      acting,
      { number, seen, onPhone: isOnPhone },
      (open) => writeAddress(acting, open, typed),
      { to: typed },
    ),
})

export const changeEarliestForBuyer = staffAction({
  ...ofStaff,
  form: z.object({ ...onPhone, earliest: dayOrNone() }),
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

/** Sends an order by a dearer method without a payment. The buyer reads why on the page of the order. */
export const upgradeMethodForBuyer = staffAction({
  ...ofStaff,
  form: z.object({
    ...onPhone,
    method: oneOf(shippingMethods, 'Please choose a shipping method.'),
    reason: filled(longestReason, `Please say why, in up to ${longestReason} characters.`),
  }),
  run: (acting, { method, reason, ...asked }) =>
    change(acting, asked, async (open) => {
      const { services, tx, now, formKey } = acting
      const { own, shipments } = open
      const { order } = own
      if (!dearerMethods(await paidOrderOf(services, tx, order, shipments)).includes(method)) {
        return refuse('Please choose a method that costs more than the present one.', {
          field: 'method',
        })
      }
      return writeMethod(services, tx, {
        own,
        shipments,
        at: now,
        method,
        shipTo: null,
        cents: 0,
        reason,
        requestKey: keyOf(order, formKey),
      })
    }),
  async afterwards(services: Services, { orderId }: Changed) {
    await recomputeReadiness(services, { orderId })
    // Nothing is left to be paid for.
    await closeDifference(services, orderId)
  },
})

/** Takes back what staff changed last, for some minutes. */
export const undoChangeForBuyer = staffAction({
  ...ofStaff,
  log: 'order-change-undone',
  form: z.object(ofOrder),
  run: (acting, asked) =>
    change(acting, asked, (open) => undoLast(acting, open), {
      to: async (tx, order) => {
        const last = await lastToUndo(tx, order, acting.now)
        return last && 'address' in last.before ? last.before.address : null
      },
    }),
})

async function lastToUndo(tx: Transaction, order: Pick<Order, 'id'>, now: Date) {
  const last = (await changesOf(tx, order.id)).at(-1)
  return last && canUndo(last, now) ? last : null
}

async function undoLast(acting: ByStaff, open: Open): Promise<Changed | Refusal> {
  const { services, tx, now, formKey, midnight } = acting
  const { order } = open.own
  const last = await lastToUndo(tx, order, now)
  if (!last) {
    return refuse(`A change can be undone for ${undoMinutes} minutes, until the next one.`)
  }
  if (open.byLaw) return open.byLaw
  const { before, after, kind } = last
  if ('isHeld' in before) return writeHold(acting, open, before.isHeld)
  if ('gift' in before) return writeGift(acting, open, before.gift)
  if ('method' in before) {
    const { own, shipments } = open
    return writeMethod(services, tx, {
      own,
      shipments,
      at: now,
      method: before.method,
      shipTo: null,
      cents: 0,
      requestKey: keyOf(order, formKey),
    })
  }
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
    at: now,
    requestKey: keyOf(order, formKey),
    kind,
    before: after,
    after: before,
  })
}
