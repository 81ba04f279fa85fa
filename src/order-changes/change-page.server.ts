import { randomUUID } from 'node:crypto'

import { redirect } from 'react-router'

import type { Order } from '#orders/order/orders.store.server.ts'
import { customerPage } from '#platform/action/customer-page.server.ts'
import type { AnyAction } from '#platform/action/page-action.server.ts'
import { httpError } from '#platform/http/http-error.ts'
import type { Services } from '#platform/services/services.ts'

import { ownOrder, viewChanges } from './view-changes.actions.server.ts'

type Page<More> = {
  /** An order that is collected has it, too. */
  isForPickups?: boolean
  /** So has one that goes in two shipments. */
  isForSplits?: boolean
  /** What the page shows besides, of an order that may be changed. */
  more?: (services: Services, order: Order) => Promise<More>
}

/** Loader and action of a page for changes of the order that its address names. */
export const pageForChange = <
  Change extends AnyAction | Record<string, AnyAction>,
  More extends object,
>(
  change: Change,
  { isForPickups = false, isForSplits = false, more }: Page<More> = {},
) =>
  customerPage({
    for: 'anyone',
    limited: true,
    async load({ services, viewer, params }) {
      const own = await ownOrder(services, viewer, params)
      if (!own) throw httpError(404)
      const viewed = await viewChanges(services, own)
      const isOpen = isForSplits && viewed?.whyNot === 'split'
      const changes = isOpen ? { ...viewed, whyNot: null } : viewed
      // Buyers come back to a change that their order no longer has, by the back button or in another tab.
      if (!changes || (changes.method === 'pickup' && !isForPickups)) throw redirect(own.page)
      const shown = changes.whyNot || !more ? null : await more(services, own.order)
      return { changes, formKey: randomUUID(), more: shown }
    },
    actions: change,
  })
