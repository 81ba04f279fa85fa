import type { ReactNode } from 'react'
import { Form } from 'react-router'

import { orderShippingCopy as copy } from '#domain/copy/shipping.ts'
import { paths } from '#domain/paths.ts'
import { carrierName } from '#domain/shipping/carriers.ts'
import type { ShipmentDeed } from '#domain/shipping/shipment.ts'
import type { ShipmentForStaff } from '#use-cases/shipping/view-shipments.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import styles from './shipping.module.css'

type Props = { orderNumber: number; view: ShipmentForStaff }

/** The buttons of a shipment; one that is off says why. */
export function ShipmentDeeds({ orderNumber, view }: Props) {
  const { shipment, ownHolds } = view
  const form = (intent: string, children: ReactNode) => (
    <Form
      key={intent}
      method="post"
      action={paths.shipment(shipment.number)}
      className={styles.deed}
      noValidate
    >
      <input type="hidden" name="order" value={orderNumber} />
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  )
  const withReason = (intent: string, deed: ShipmentDeed, label: string) => {
    const why = view.whyNot[deed]
    if (why) return <Off key={intent} label={label} why={copy.whyNot[why]} />
    return form(
      intent,
      <>
        <TextField name="reason" label={copy.reason} maxLength={200} />
        <Button kind="secondary">{label}</Button>
      </>,
    )
  }
  const plain = (intent: string, deed: ShipmentDeed, label: string) => {
    const why = view.whyNot[deed]
    if (why) return <Off key={intent} label={label} why={copy.whyNot[why]} />
    return form(intent, <Button kind="secondary">{label}</Button>)
  }
  return (
    <details>
      <summary>{copy.change}</summary>
      <div className={styles.deeds}>
        {ownHolds.map(({ groupId }) =>
          form(
            'end-hold',
            <>
              <input type="hidden" name="group" value={groupId} />
              <Button kind="secondary">{copy.endHold}</Button>
            </>,
          ),
        )}
        {ownHolds.length === 0 && withReason('hold', 'hold', copy.hold)}
        {withReason('undo', 'undo-handover', copy.undo)}
        {view.whyNot['add-tracking'] ? (
          <Off label={copy.addTracking} why={copy.whyNot[view.whyNot['add-tracking']]} />
        ) : (
          form('tracking', <TrackingFields />)
        )}
        {plain('ask', 'ask-carrier', copy.ask)}
        {withReason('lost', 'mark-lost', copy.lost)}
        {withReason('damaged', 'mark-damaged', copy.damaged)}
        {withReason('returned', 'mark-returned', copy.returned)}
        {plain('receive', 'receive-back', copy.receive)}
        {plain('again', 'ship-again', copy.again)}
        {plain('replace', 'replace', copy.replace)}
      </div>
    </details>
  )
}

const Off = ({ label, why }: { label: string; why: string }) => (
  <p className={styles.deed}>
    <Button type="button" kind="secondary" disabled>
      {label}
    </Button>
    <span className={styles.quiet}>{why}</span>
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
