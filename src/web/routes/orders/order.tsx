import { ordersCopy } from '#domain/copy/members.ts'
import { MembersPage } from '#web/components/members/members-page.tsx'
import { OrderDetail } from '#web/components/orders/order-detail.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf, requireMember } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/order'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, ordersCopy.order(Number(args.params.number)))

/** One order of the member's own; another's number is as if it did not exist. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const number = Number(params.number)
  const isNumber = Number.isSafeInteger(number) && number > 0 && number < 2 ** 31
  const order = isNumber
    ? await context.get(shopContext).viewOrder(memberOf(context), number)
    : null
  if (!order) throw httpError(404)
  return { order }
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  return (
    <MembersPage title={ordersCopy.order(loaderData.order.number)} view="orders">
      <OrderDetail order={loaderData.order} />
    </MembersPage>
  )
}
