import type { ReactNode } from 'react'
import { useState } from 'react'
import { Form, Link } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { carrierName } from '../tracking/carriers.rules.ts'
import { followUpKey } from '../follow-ups/follow-up.rules.ts'
import type {
  ShipmentAction,
  ShipmentState,
  WhyNotShipmentAction,
} from '#orders/order/shipment.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import type { ShipmentForStaff } from './view-shipments.actions.server.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { letters } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { FollowUpForm } from '../follow-ups/follow-up-form.tsx'
import styles from './shipping.module.css'

const whyNotSentence = {
  state: 'Not in this state.',
  pickup: 'Not for a pickup.',
  'no-pickup': 'Only for a pickup.',
  'no-tracking': 'It has no tracking number yet.',
  received: 'Its wine was received back.',
  settled: 'It is settled.',
} satisfies Record<WhyNotShipmentAction, string>

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
    asked: { label: string; hint?: string } = { label: 'Reason' },
  ) => {
    const why = view.whyNot[action]
    if (why) return <Off key={intent} label={label} why={whyNotSentence[why]} />
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
    if (why) return <Off key={intent} label={label} why={whyNotSentence[why]} />
    return form(intent, <Button kind="secondary">{label}</Button>)
  }
  // Its times are proposed and kept in the list of pickups; of these only a hold is for it.
  if (shipment.method === 'pickup' && ownHolds.length === 0 && view.whyNot.hold) {
    const href = paths.pickups({ q: shipmentNumber(shipment.number) })
    return (
      <p>
        <Link to={href}>Its appointment, under Pickups</Link>
      </p>
    )
  }
  const actions: [ShipmentAction, ReactNode][] = [
    [
      'follow-up',
      view.whyNot['follow-up'] ? (
        <Off
          key="follow-up"
          label="Note what you did"
          why={whyNotSentence[view.whyNot['follow-up']]}
        />
      ) : (
        <FollowUpForm key={followUpKey(shipment)} {...{ shipment, orderNumber }} />
      ),
    ],
    ['hold', ownHolds.length === 0 && withReason('hold', 'hold', 'Hold this shipment')],
    ['undo-handover', withReason('undo', 'undo-handover', 'Take back from the handover')],
    [
      'add-tracking',
      view.whyNot['add-tracking'] ? (
        <Off
          key="tracking"
          label="Add tracking number"
          why={whyNotSentence[view.whyNot['add-tracking']]}
        />
      ) : (
        form('tracking', <TrackingFields />)
      ),
    ],
    ['ask-carrier', plain('ask', 'ask-carrier', 'Update tracking now')],
    ['mark-lost', withReason('lost', 'mark-lost', 'Mark as lost')],
    ['mark-damaged', withReason('damaged', 'mark-damaged', 'Mark as damaged')],
    ['mark-returned', withReason('returned', 'mark-returned', 'Mark as returned')],
    ['receive-back', plain('receive', 'receive-back', 'Received in good order')],
    ['ship-again', plain('again', 'ship-again', 'Send again without charge')],
    ['replace', plain('replace', 'replace', 'Send a replacement')],
    [
      'settle',
      withReason('settle', 'settle', 'Record another agreement', {
        label: 'What was agreed with the buyer',
        hint: 'Such as: paid back by check, or wine handed over here',
      }),
    ],
  ]
  const those = (isOff: boolean) =>
    actions.filter(([action]) => Boolean(view.whyNot[action]) === isOff).map(([, node]) => node)
  return (
    <details open={waitForStaff.has(shipment.state)}>
      <summary>Change</summary>
      <div className={styles.actions}>
        {ownHolds.map(({ groupId }) =>
          form(
            'end-hold',
            <>
              <input type="hidden" name="group" value={groupId} />
              <Button kind="secondary">End its hold</Button>
            </>,
          ),
        )}
        {those(false)}
        <details>
          <summary className={letters.small}>What can’t be done now</summary>
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

/** By its day the buyer learns that a box was shipped; most numbers are typed on that day. */
function TrackingFields() {
  const dates = useDates()
  const [today] = useState(() => dates.isoDay(new Date()))
  return (
    <>
      <SelectField
        name="carrier"
        label="Carrier"
        options={Object.entries(carrierName).map(([value, label]) => ({ value, label }))}
      />
      <TextField name="trackingNumber" label="Tracking number" autoComplete="off" />
      <TextField
        type="date"
        name="shippedOn"
        label="Shipped on"
        hint="Empty: it counts as handed over until the carrier reports it"
        defaultValue={today}
        max={today}
      />
      <Checkbox name="isCorrection" value="yes" label="It replaces the earlier numbers" />
      <Button kind="secondary">Add tracking number</Button>
    </>
  )
}
