import { ActionForm } from '#platform/action/action-form.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { fields } from '#ui/layout.ts'

import type { Route } from './+types/cancel.page'
import { cancelOrder } from './change-money.actions.server.ts'
import { paidInAll } from './change-money.rules.ts'
import { pageForChange } from './change-page.server.ts'
import { ChangePage, metaOfChange } from './change-page.tsx'
import { cancelledOftenText, winesText } from './order-changes.copy.ts'
import { isCancelledOften } from './order-changes.store.server.ts'
import { paidOrderNow } from './paid-order.actions.server.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const title = 'Cancel this order'

const page = pageForChange(cancelOrder, {
  isForPickups: true,
  isForSplits: true,
  async more(services, order) {
    const paid = await paidOrderNow(services, order)
    return {
      refundCents: paidInAll(paid),
      wines: winesText(paid.sold.lines, paid.units),
      isForStaff: await isCancelledOften(services.db, order),
    }
  },
})
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => metaOfChange(args, title)

/** What an order has, and what its cancellation refunds. */
export default function CancelPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { changes, formKey, more } = loaderData
  return (
    <ChangePage changes={changes} title={title}>
      {more?.isForStaff ? (
        <p>{cancelledOftenText}</p>
      ) : (
        <>
          <p>
            {more?.wines}: if you cancel, nothing ships, and we refund{' '}
            {formatAmount(more?.refundCents ?? 0)} to the card you paid with. This can’t be undone.
          </p>
          <ActionForm formKey={formKey} sent={sent} className={fields(36)}>
            <input type="hidden" name="seen" value={changes.seen} />
            <Button kind="danger">Cancel this order</Button>
          </ActionForm>
        </>
      )}
    </ChangePage>
  )
}
