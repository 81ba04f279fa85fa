import { Fragment } from 'react'

import type { FlagReason } from '#orders/flags/flag-reasons.copy.ts'
import { flagName } from '#orders/flags/flag-reasons.copy.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import type { OrderState as State } from '#payments/after-sale.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { shipmentNumber } from '#shipping/shipments/shipment.rules.ts'
import { shipmentStateName } from '#shipping/shipments/shipping.copy.ts'
import type { ShipmentForStaff } from '#shipping/shipments/view-shipments.actions.server.ts'
import { Unbroken } from '#ui/unbroken.tsx'

import styles from './orders.module.css'

type Props = { state: State; flags: readonly FlagReason[]; isRehearsal: boolean }

/** The state of an order, and why it needs a person. */
export function OrderState({ state, flags, isRehearsal }: Props) {
  return (
    <>
      {ordersCopy.states[state]}
      <Looks {...{ flags, isRehearsal }} />
    </>
  )
}

const Looks = ({ flags, isRehearsal }: Omit<Props, 'state'>) => (
  <>
    {isRehearsal && <span className={styles.look}>Rehearsal</span>}
    {flags.map((reason) => (
      <span key={reason} className={styles.look}>
        {flagName[reason]}
      </span>
    ))}
  </>
)

type Summed = Pick<OrderForStaff, 'order' | 'flags' | 'notes'> & {
  shipments: readonly ShipmentForStaff[]
  today: string
}

/** `Paid · $1,870.71 · Delivery attempted Nov 24`: what is asked first. */
export function OrderSummary({ order, flags, notes, shipments, today }: Summed) {
  const dates = useDates()
  const near = (at: Date) =>
    dates.isoDay(at).startsWith(today.slice(0, 4)) ? dates.shortDay(at) : dates.day(at)
  const boxes = shipments.map(({ shipment, events }) => {
    const since = events.findLast(({ kind }) => kind === shipment.state)
    const number = shipments.length > 1 ? `${shipmentNumber(shipment.number)} ` : ''
    return `${number}${shipmentStateName[shipment.state]}${since ? ` ${near(since.at)}` : ''}`
  })
  const parts = [
    formatAmount(order.totalCents),
    ...(order.refundedCents > 0 ? [`${formatAmount(order.refundedCents)} refunded`] : []),
    ...(boxes.length > 0 ? boxes : [`Ordered ${near(order.createdAt)}`]),
  ]
  const reasons = [...new Set(flags.map(({ reason }) => reason))]
  return (
    <>
      {[ordersCopy.states[order.state], ...parts].map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' · '}
          <strong>
            <Unbroken>{part}</Unbroken>
          </strong>
        </Fragment>
      ))}
      {notes.length > 0 && (
        <>
          {' · '}
          <a href="#order-notes">{plural(notes.length, 'note')}</a>
        </>
      )}
      <Looks flags={reasons} isRehearsal={order.isRehearsal} />
    </>
  )
}
