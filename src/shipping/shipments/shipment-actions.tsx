import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'

import { orderShippingCopy as copy } from './shipping.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { carrierName } from '../tracking/carriers.rules.ts'
import { followUpKey } from '../follow-ups/follow-up.rules.ts'
import type { ShipmentAction, ShipmentState } from '#orders/order/shipment.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import type { ShipmentForStaff } from './view-shipments.actions.server.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { letters } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { FollowUpForm } from '../follow-ups/follow-up-form.tsx'
import styles from './shipping.module.css'

type Props = { orderNumber: number; view: ShipmentForStaff }

/** States that end only by what staff decide, or that staff follow up. */
const waitForStaff: ReadonlySet<ShipmentState> = new Set([
  'attempted',
  'at-depot',
  'returned',
  'lost',
  'damaged',
])

/** The buttons of a shipment, those that are off last with their reason. */
export function ShipmentActions({ orderNumber, view }: Props) {
  const { shipment, ownHolds } = view
  const form = (intent: string, children: ReactNode) => (
    <Form
      key={intent}
      method="post"
      action={paths.shipment(shipment.number)}
      className={styles.action}
      noValidate
    >
      <input type="hidden" name="order" value={orderNumber} />
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  )
  const withReason = (
    intent: string,
    action: ShipmentAction,
    label: string,
    asked: { label: string; hint?: string } = { label: copy.reason },
  ) => {
    const why = view.whyNot[action]
    if (why) return <Off key={intent} label={label} why={copy.whyNot[why]} />
    return form(
      intent,
      <>
        <TextField name="reason" {...asked} maxLength={200} className={styles.words} />
        <Button kind="secondary">{label}</Button>
      </>,
    )
  }
  const plain = (intent: string, action: ShipmentAction, label: string) => {
    const why = view.whyNot[action]
    if (why) return <Off key={intent} label={label} why={copy.whyNot[why]} />
    return form(intent, <Button kind="secondary">{label}</Button>)
  }
  // Its times are proposed and kept in the list of pickups; of these only a hold is for it.
  if (shipment.method === 'pickup' && ownHolds.length === 0 && view.whyNot.hold) {
    const href = paths.pickups({ q: shipmentNumber(shipment.number) })
    return (
      <p>
        <Link to={href}>{copy.toPickups}</Link>
      </p>
    )
  }
  const actions: [ShipmentAction, ReactNode][] = [
    [
      'follow-up',
      view.whyNot['follow-up'] ? (
        <Off key="follow-up" label={copy.followUp} why={copy.whyNot[view.whyNot['follow-up']]} />
      ) : (
        <FollowUpForm key={followUpKey(shipment)} {...{ shipment, orderNumber }} />
      ),
    ],
    ['hold', ownHolds.length === 0 && withReason('hold', 'hold', copy.hold)],
    ['undo-handover', withReason('undo', 'undo-handover', copy.undo)],
    [
      'add-tracking',
      view.whyNot['add-tracking'] ? (
        <Off
          key="tracking"
          label={copy.addTracking}
          why={copy.whyNot[view.whyNot['add-tracking']]}
        />
      ) : (
        form('tracking', <TrackingFields />)
      ),
    ],
    ['ask-carrier', plain('ask', 'ask-carrier', copy.ask)],
    ['mark-lost', withReason('lost', 'mark-lost', copy.lost)],
    ['mark-damaged', withReason('damaged', 'mark-damaged', copy.damaged)],
    ['mark-returned', withReason('returned', 'mark-returned', copy.returned)],
    ['receive-back', plain('receive', 'receive-back', copy.receive)],
    ['ship-again', plain('again', 'ship-again', copy.again)],
    ['replace', plain('replace', 'replace', copy.replace)],
    [
      'settle',
      withReason('settle', 'settle', copy.settle, { label: copy.settled, hint: copy.settleHint }),
    ],
  ]
  const those = (isOff: boolean) =>
    actions.filter(([action]) => Boolean(view.whyNot[action]) === isOff).map(([, node]) => node)
  return (
    <details open={waitForStaff.has(shipment.state)}>
      <summary>{copy.change}</summary>
      <div className={styles.actions}>
        {ownHolds.map(({ groupId }) =>
          form(
            'end-hold',
            <>
              <input type="hidden" name="group" value={groupId} />
              <Button kind="secondary">{copy.endHold}</Button>
            </>,
          ),
        )}
        {those(false)}
        <details>
          <summary className={letters.small}>{copy.off}</summary>
          <div className={styles.actions}>{those(true)}</div>
        </details>
      </div>
    </details>
  )
}

const Off = ({ label, why }: { label: string; why: string }) => (
  <p className={styles.action}>
    <Button type="button" kind="secondary" disabled>
      {label}
    </Button>
    <span className={letters.small}>{why}</span>
  </p>
)

const TrackingFields = () => (
  <>
    <SelectField
      name="carrier"
      label={copy.carrier}
      options={Object.entries(carrierName).map(([value, label]) => ({ value, label }))}
    />
    <TextField name="trackingNumber" label={copy.trackingNumber} autoComplete="off" />
    <TextField type="date" name="shippedOn" label={copy.shippedOn} />
    <Checkbox name="isCorrection" value="yes" label={copy.correctTracking} />
    <Button kind="secondary">{copy.addTracking}</Button>
  </>
)
