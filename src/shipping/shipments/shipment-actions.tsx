import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'

import { AddressFields } from '#platform/address/address-fields.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { useToday } from '#platform/text/use-today.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { DateField } from '#ui/date-field.tsx'
import { cluster, divided, fields, grid, grow, letters } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { FollowUpForm } from '../follow-ups/follow-up-form.tsx'
import { followUpKey } from '../follow-ups/follow-up.rules.ts'
import { unitsField } from '../returns/part.rules.ts'
import { carrierName } from '../tracking/carriers.rules.ts'
import { maxEventText, maxSignerName } from '../tracking/events.rules.ts'
import { statementFor } from './ship-to-stated.rules.ts'
import type { ShipmentAction, ShipmentState } from './shipment.rules.ts'
import { shipmentNumber, stageOf, statesFor } from './shipment.rules.ts'
import { onThePhone, shipmentStateName, whyNoMore } from './shipping.copy.ts'
import type { ShipmentForStaff } from './view-shipments.actions.server.ts'

import styles from './shipping.module.css'

type Props = { orderNumber: number; view: ShipmentForStaff }

/** States that end only by what staff decide, or that staff follow up. */
const waitForStaff = [...statesFor('follow-up'), ...statesFor('settle')]

/** What has a button here; claims and appointments have pages of their own. */
const offered: readonly ShipmentAction[] = [
  'follow-up',
  'hold',
  'undo-handover',
  'add-tracking',
  'ask-carrier',
  'mark-delivered',
  'mark-lost',
  'mark-damaged',
  'mark-returned',
  'receive-back',
  'ship-again',
  'replace',
  'settle',
  'part',
]

/** What can be done with a shipment now, and in one line why nothing more can. */
export function ShipmentActions({ orderNumber, view }: Props) {
  const { shipment, lines, ownHolds, whyNot } = view
  const can = (action: ShipmentAction) => whyNot[action] === null
  const form = (intent: string, children: ReactNode) => (
    <Form
      key={intent}
      method="post"
      action={paths.shipment(shipment.number)}
      className={classes(cluster(2, { align: 'end' }), styles.action)}
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
  ) =>
    can(action) &&
    form(
      intent,
      <>
        <TextField name="reason" {...asked} maxLength={maxEventText} className={grow} />
        <Button kind="secondary">{label}</Button>
      </>,
    )
  const plain = (intent: string, action: ShipmentAction, label: string) =>
    can(action) && form(intent, <Button kind="secondary">{label}</Button>)
  // Its times are proposed and kept in the list of pickups; of these only a hold is for it.
  if (shipment.method === 'pickup' && ownHolds.length === 0 && !can('hold')) {
    const href = paths.pickups({ q: shipmentNumber(shipment.number) })
    return (
      <p>
        <Link to={href}>Its appointment, under Pickups</Link>
      </p>
    )
  }
  const reason = whyNoMore(shipment.state, whyNot)
  if (ownHolds.length === 0 && !offered.some(can)) return <p className={letters.small}>{reason}</p>
  return (
    <details open={waitForStaff.includes(shipment.state)}>
      <summary>Manage this shipment</summary>
      <div className={divided(2)}>
        {ownHolds.map(({ groupId }) =>
          form(
            'end-hold',
            <>
              <input type="hidden" name="group" value={groupId} />
              <Button kind="secondary">End its hold</Button>
            </>,
          ),
        )}
        {can('follow-up') && (
          <FollowUpForm key={followUpKey(shipment)} {...{ shipment, orderNumber }} />
        )}
        {ownHolds.length === 0 && withReason('hold', 'hold', 'Hold this shipment')}
        {withReason('undo', 'undo-handover', 'Undo the handover')}
        {can('add-tracking') && form('tracking', <TrackingFields />)}
        {plain('ask', 'ask-carrier', 'Update tracking now')}
        {can('mark-delivered') &&
          form('delivered', <DeliveredFields handedAt={shipment.handedAt} />)}
        {withReason('lost', 'mark-lost', 'Mark as lost')}
        {withReason('damaged', 'mark-damaged', 'Mark as damaged')}
        {withReason('returned', 'mark-returned', 'Mark as returned')}
        {can('part') && form('part', <PartFields state={shipment.state} lines={lines} />)}
        {plain('receive', 'receive-back', 'Received in good condition')}
        {can('ship-again') && form('again', <AgainFields shipTo={shipment.shipTo} />)}
        {plain('replace', 'replace', 'Send a replacement')}
        {stageOf(shipment.state) === 'unsound' && (
          <p>
            <Link to={paths.claims({ q: shipmentNumber(shipment.number) })}>Its claim</Link>
          </p>
        )}
        {withReason('settle', 'settle', 'Record another agreement', {
          label: 'What was agreed with the buyer',
          hint: 'For example: refunded by check, or picked up here',
        })}
        {reason && <p className={letters.small}>{reason}</p>}
      </div>
    </details>
  )
}

/** By its day the buyer learns that a box was shipped; most numbers are typed on that day. */
function TrackingFields() {
  const today = useToday()
  return (
    <>
      <div className={classes(grid(12, 2), styles.across)}>
        <SelectField
          name="carrier"
          label="Carrier"
          options={Object.entries(carrierName).map(([value, label]) => ({ value, label }))}
        />
        <TextField name="trackingNumber" label="Tracking number" autoComplete="off" />
        <DateField
          name="shippedOn"
          label="Shipped on"
          hint="Leave empty to wait for the carrier’s first scan"
          defaultValue={today}
          max={today}
        />
      </div>
      <Checkbox name="isCorrection" value="yes" label="Replaces the earlier numbers" />
      <Button kind="secondary">Add tracking number</Button>
    </>
  )
}

/** Its buyer is told of the day, and of who signed. */
function DeliveredFields({ handedAt }: Pick<ShipmentForStaff['shipment'], 'handedAt'>) {
  const today = useToday()
  const dates = useDates()
  return (
    <>
      <div className={classes(grid(12, 2), styles.across)}>
        <DateField
          name="deliveredOn"
          label="Delivered on"
          min={handedAt ? dates.isoDay(handedAt) : undefined}
          max={today}
        />
        <TextField
          name="signer"
          label="Signed by"
          hint="Leave empty if it is not known"
          maxLength={maxSignerName}
          autoComplete="off"
        />
        <TextField
          name="reason"
          label="How it is known"
          hint="For example: the carrier’s page"
          maxLength={maxEventText}
        />
      </div>
      <Button kind="secondary">Mark as delivered</Button>
    </>
  )
}

/** What is in the parcels that came back, or came to nothing; what is in the others stays with them. */
function PartFields({ state, lines }: Pick<ShipmentForStaff, 'lines'> & { state: ShipmentState }) {
  return (
    <>
      <div className={classes(grid(12, 2), styles.across)}>
        {lines.map((line) => (
          <TextField
            key={line.productId}
            name={unitsField(line.productId)}
            label={line.description}
            hint={`How many of these ${line.units} are in what is ${shipmentStateName[state].toLowerCase()}`}
            defaultValue="0"
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
      <Button kind="secondary">Make it a shipment of its own</Button>
    </>
  )
}

/** Its address may have been what kept it from its buyer. */
function AgainFields({ shipTo }: Pick<ShipmentForStaff['shipment'], 'shipTo'>) {
  return (
    <>
      {shipTo && (
        <details className={styles.across}>
          <summary>To another address</summary>
          <div className={fields(30)}>
            <AddressFields field={(name) => ({ name, defaultValue: '', error: undefined })} />
            <Checkbox name="onPhone" value="yes" label={onThePhone(statementFor(shipTo))} />
          </div>
        </details>
      )}
      <Button kind="secondary">Send again free of charge</Button>
    </>
  )
}
