import type { Order } from '#orders/order/orders.store.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { addCaseForBuyer } from './add-case.actions.server.ts'
import {
  changeAddressForBuyer,
  changeEarliestForBuyer,
  giveOrderForBuyer,
  holdOrderForBuyer,
  takeGiftBackForBuyer,
  undoChangeForBuyer,
  upgradeMethodForBuyer,
} from './for-buyer.actions.server.ts'
import { askForDifference, viewPayable } from './payment-due.actions.server.ts'
import { joinOrderForBuyer, splitOrderForBuyer, viewParts } from './split-order.actions.server.ts'
import { viewChanges } from './view-changes.actions.server.ts'

/** What staff may change for a buyer on the order's page. */
export const forBuyerActions = {
  'address-for-buyer': changeAddressForBuyer,
  'day-for-buyer': changeEarliestForBuyer,
  'hold-for-buyer': holdOrderForBuyer,
  'gift-for-buyer': giveOrderForBuyer,
  'no-gift-for-buyer': takeGiftBackForBuyer,
  'upgrade-for-buyer': upgradeMethodForBuyer,
  'difference-for-buyer': askForDifference,
  'add-case-for-buyer': addCaseForBuyer,
  'split-for-buyer': splitOrderForBuyer,
  'join-for-buyer': joinOrderForBuyer,
  'undo-for-buyer': undoChangeForBuyer,
}

export type PartForBuyer = Awaited<ReturnType<typeof viewForBuyer>>

/** What the order's page shows of it: payments and parts only while the order can still be changed. */
export async function viewForBuyer(services: Services, order: Omit<Order, 'sessionId'>) {
  const own = { order, by: 'staff', page: paths.staffOrder(order.number) } as const
  const changes = await viewChanges(services, own)
  const isOpen = changes?.whyNot === null
  return {
    changes,
    payable: isOpen ? await viewPayable(services, order) : null,
    parts: isOpen ? await viewParts(services, order) : [],
  }
}
