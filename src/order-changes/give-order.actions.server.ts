import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import type { Gift } from '#catalogue/destinations/gift.rules.ts'
import { readGift } from '#catalogue/destinations/gift.rules.ts'
import { customerAction } from '#platform/action/customer-action.server.ts'
import { text } from '#platform/action/form-fields.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import { updateShipment } from '#shipping/shipments/shipments.store.server.ts'

import type { Changed, Changing, Open } from './change-order.actions.server.ts'
import {
  keyOf,
  lockForChange,
  ofOrder,
  sayChanged,
  statedTo,
  writeChange,
} from './change-order.actions.server.ts'

/** Names another adult at the address, who signs for the wine, and a note for them. */
export const giveOrder = customerAction({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  mails: true,
  form: z.object({
    ...ofOrder,
    name: text(),
    phone: text(),
    note: text(),
    statement: z.literal('yes', 'Please confirm this for the recipient.'),
  }),
  async run(asked, { number, token, seen, name, phone, note }) {
    const read = readGift({ name, phone, note })
    if (!read.ok) return new Refusal(400, Object.values(read.errors)[0]!, read.errors)
    const open = await lockForChange(asked, { number, token }, seen)
    if (open instanceof Refusal || 'after' in open) return open
    return writeGift(asked, open, read.gift)
  },
  say: (done) => sayChanged(done),
})

/** Has the buyer receive it again: the statement for that stands above the button. */
export const takeGiftBack = customerAction({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  mails: true,
  form: z.object(ofOrder),
  async run(asked, { number, token, seen }) {
    const open = await lockForChange(asked, { number, token }, seen)
    if (open instanceof Refusal || 'after' in open) return open
    return writeGift(asked, open, null)
  },
  say: (done) => sayChanged(done),
})

export async function writeGift(
  { services, tx, now, formKey }: Pick<Changing, 'services' | 'tx' | 'now' | 'formKey'>,
  open: Open,
  gift: Gift | null,
): Promise<Changed | Refusal> {
  const before = open.shipments[0]!.shipTo!.gift ?? null
  if (isDeepStrictEqual(before, gift)) return refuse('It is already set this way.')
  for (const { id, shipTo } of open.shipments) {
    const { gift: _before, ...buyers } = shipTo!
    await updateShipment(tx, id, {
      shipTo: {
        ...buyers,
        ...(gift && { gift }),
        statement: gift ? buyerStatements.gift : buyerStatements.delivery,
        statementShown: statedTo(open.own, now),
      },
    })
  }
  return writeChange(services, tx, open, {
    at: now,
    requestKey: keyOf(open.own.order, formKey),
    kind: 'gift',
    before: { gift: before },
    after: { gift },
  })
}
