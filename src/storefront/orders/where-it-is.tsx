import type { ReactNode } from 'react'

import type { Sent } from '#platform/action/sent-form.ts'
import { sentBy } from '#platform/action/sent-form.ts'
import { useFlash } from '#platform/layout/flash-notice.tsx'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { ShopDay, ShopMoment, useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { shipmentNumber } from '#shipping/shipments/shipment.rules.ts'
import { carrierName } from '#shipping/tracking/carriers.rules.ts'
import {
  buyerEventText,
  nextSentence,
  returnCopy,
  stepName,
  whereCopy as copy,
} from '#shipping/whereabouts/where-it-is.copy.ts'
import type { ShipmentForBuyer } from '#shipping/whereabouts/where-orders-are.actions.server.ts'
import { classes } from '#ui/classes.ts'
import { atMost, cluster, letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { ShipmentChoices } from './shipment-choices.tsx'

import styles from './where-it-is.module.css'

type Props = {
  shipments: readonly ShipmentForBuyer[]
  /** A choice that the buyer has to correct. */
  sent: Sent | undefined
}

/** Where an order is: the next thing to happen, the steps, what the buyer may choose, and the past. */
export function WhereItIs({ shipments, sent }: Props) {
  const notice = useFlash('shipments')
  if (shipments.length === 0) return null
  return (
    <section
      className={classes(stack(4), styles.where)}
      aria-labelledby="where-it-is"
      data-print="no"
    >
      <h2 id="where-it-is">{copy.title}</h2>
      {notice && (
        <Notice tone={notice.tone} role="alert">
          {notice.sentence}
        </Notice>
      )}
      {shipments.map((shipment) => (
        <Shipment
          key={shipment.id}
          shipment={shipment}
          isOnly={shipments.length === 1}
          wrong={sentBy(sent, { shipment: shipment.id })}
        />
      ))}
    </section>
  )
}

const also = classes(letters.quiet, letters.sans)

type ShipmentProps = {
  shipment: ShipmentForBuyer
  isOnly: boolean
  wrong: Sent | null
}

function Shipment({ shipment, isOnly, wrong }: ShipmentProps) {
  const dates = useDates()
  const words = { day: dates.weekday, time: dates.time, calendarDay: writtenWeekday }
  const { next, place, signedBy, part, isReplaced } = shipment
  const sentence =
    isReplaced && (next.kind === 'lost' || next.kind === 'damaged')
      ? copy.replaced[next.kind]
      : nextSentence(next, words)
  return (
    <div className={styles.shipment}>
      {!isOnly && (
        <h3>
          {copy.ofShipment(shipmentNumber(shipment.number), shipment.kind)}
          {part && `: ${copy.part(part.cases, part.state, part.zipCode)}`}
        </h3>
      )}
      <div className={stack(1)}>
        <p className={classes(letters.lead, atMost(44))}>{sentence}</p>
        {signedBy && <p className={also}>{copy.signedBy(signedBy)}.</p>}
        {shipment.needsSignature && <p className={also}>{copy.signature}</p>}
        {shipment.returnChoice && (
          <p className={also}>{returnCopy.chosen[shipment.returnChoice]}</p>
        )}
        {shipment.paidAgain.map(({ at, cents, refundedCents }) => (
          <p key={at.getTime()} className={also}>
            {returnCopy.paid(formatAmount(cents), dates.day(at))}{' '}
            {refundedCents > 0 && returnCopy.paidRefunded(formatAmount(refundedCents))}
          </p>
        ))}
        {place && (
          <p className={also}>
            {place.name}, {place.address}
          </p>
        )}
        {shipment.isPickup && shipment.state === 'agreed' && (
          <p className={also}>{copy.identification}</p>
        )}
      </div>
      <Steps shipment={shipment} />
      <Parcels shipment={shipment} />
      <ShipmentChoices shipment={shipment} wrong={wrong} />
      <History shipment={shipment} />
    </div>
  )
}

function Steps({ shipment: { steps, isPickup } }: { shipment: ShipmentForBuyer }) {
  const dates = useDates()
  return (
    <ol className={styles.steps} aria-label={isPickup ? copy.pickupSteps : copy.steps}>
      {steps.map(({ name, is, at }) => (
        <li key={name} data-is={is} aria-current={is === 'now' ? 'step' : undefined}>
          <span className={styles.step}>
            {stepName[name]}
            <span className="visually-hidden">: {copy.stepStates[is]}</span>
          </span>
          {at && (
            <time dateTime={at.toISOString()} className={classes(letters.note, letters.figures)}>
              {dates.day(at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}

function Parcels({ shipment: { parcels } }: { shipment: ShipmentForBuyer }) {
  if (parcels.length === 0) return null
  const trackedAt = parcels
    .map(({ heardAt }) => heardAt)
    .filter((at) => at !== null)
    .toSorted((a, b) => b.getTime() - a.getTime())
    .at(0)
  return (
    <div className={classes(stack(0.5, { text: 'sans' }), styles.parcels)}>
      <ul className={stack(0.5)}>
        {parcels.map(({ carrier, number, url }) => (
          <li key={number} className={cluster([0, 2], { align: 'baseline' })}>
            <span>{copy.tracking(carrierName[carrier], number)}</span>
            {url && (
              <a href={url} rel="noreferrer">
                {copy.track(carrierName[carrier])}
              </a>
            )}
          </li>
        ))}
      </ul>
      {trackedAt && <TrackedAt at={trackedAt} />}
    </div>
  )
}

function TrackedAt({ at }: { at: Date }): ReactNode {
  return (
    <p className={classes(letters.note, letters.figures)}>
      {copy.trackedSince(useDates().moment(at))}
    </p>
  )
}

function History({ shipment }: { shipment: ShipmentForBuyer }) {
  const told = shipment.events
    .map(({ kind, ...event }) => ({ ...event, text: buyerEventText(kind, shipment) }))
    .filter(({ text }) => text !== null)
    .toReversed()
  if (told.length === 0) return null
  return (
    <details className={styles.history}>
      <summary className={letters.more}>{copy.history}</summary>
      <ol>
        {told.map(({ id, at, isDay, text, place, change }) => (
          <li key={id}>
            <span className={classes(letters.note, letters.figures)}>
              {isDay ? <ShopDay at={at} /> : <ShopMoment at={at} />}
            </span>
            <span>
              {text}
              {place && <span className={letters.below}>{place}</span>}
              {change && <span className={letters.below}>{change}</span>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
