import { Link, redirect } from 'react-router'

import { may } from '#platform/access/access.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import type { Staff } from '#platform/services/services.ts'

import { followUpShipment } from '../follow-ups/follow-up.actions.server.ts'
import { undoHandover } from '../handover/handovers.actions.server.ts'
import { endHold, holdShipment } from '../holds/holds.actions.server.ts'
import { partShipment } from '../returns/part-shipment.actions.server.ts'
import {
  receiveBack,
  replaceShipment,
  settleOtherwise,
  shipAgain,
} from '../returns/settle-shipment.actions.server.ts'
import { addTracking } from '../tracking/add-tracking.actions.server.ts'
import { askCarrier } from '../tracking/poll-carriers.actions.server.ts'
import type { Route } from './+types/shipment.page'
import {
  markDamaged,
  markDelivered,
  markLost,
  markReturned,
} from './mark-shipment.actions.server.ts'
import { OrderShipping } from './order-shipping.tsx'
import { shipmentNumber } from './shipment.rules.ts'
import { viewShipment } from './view-shipments.actions.server.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, shipmentNumber(wholeNumberIn(args.params['number']) ?? 0))

const numberIn = (text: string): number => {
  const number = wholeNumberIn(text)
  if (number === null) throw httpError(404)
  return number
}

/** A shipment stands on the page of its order, and here for staff who may not open that. */
const page = staffPage({
  needs: 'ship-orders',
  async load({ services, viewer, params }) {
    const number = numberIn(params['number']!)
    const viewed = await viewShipment(services, viewer, number)
    if (!viewed) throw httpError(404)
    if (may(viewer, 'handle-orders')) throw redirect(pageOf(viewer, number, viewed.orderNumber))
    return { number, ...viewed }
  },
  actions: {},
})
export const loader = page.loader

/** Where a shipment is shown to them. */
const pageOf = (viewer: Staff, number: number, order: number): string =>
  `${may(viewer, 'handle-orders') ? paths.staffOrder(order) : paths.shipment(number)}#order-shipping`

/** The form stands on the page of an order too, so what came of it is said there. */
export const action = pageAction(
  {
    hold: holdShipment,
    'end-hold': endHold,
    undo: undoHandover,
    tracking: addTracking,
    ask: askCarrier,
    'follow-up': followUpShipment,
    delivered: markDelivered,
    lost: markLost,
    damaged: markDamaged,
    returned: markReturned,
    again: shipAgain,
    replace: replaceShipment,
    part: partShipment,
    settle: settleOtherwise,
    receive: receiveBack,
  },
  undefined,
  ({ params, context }, form) =>
    pageOf(memberOf(context), numberIn(params['number']!), numberIn(textOf(form, 'order'))),
)

export default function AdminShipment({ loaderData }: Route.ComponentProps) {
  const { number, orderNumber, shipments } = loaderData
  return (
    <AdminPage
      title={`${shipmentNumber(number)}, ${ordersCopy.number(orderNumber)}`}
      actions={<Link to={paths.shipments()}>Shipments</Link>}
    >
      <div>
        <Block id="order-shipping" title="Shipping">
          <OrderShipping orderNumber={orderNumber} shipments={shipments} />
        </Block>
      </div>
    </AdminPage>
  )
}
