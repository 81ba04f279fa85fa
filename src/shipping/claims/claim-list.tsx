import { Form, Link } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { claimsCopy as copy } from '../pickup/pickups.copy.ts'
import { shipmentStateName } from '../shipments/shipping.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { carrierName } from '../tracking/carriers.rules.ts'
import type { TypedClaim } from './claim-form.rules.ts'
import { maxRefusal } from './claim-form.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import { decimalAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { claimList } from './claim-list.store.server.ts'
import styles from '../pickup/pickups.module.css'

/** A claim that was typed and refused. */
export type ClaimResult = { number: number; typed: TypedClaim; field: keyof TypedClaim }

type ClaimedShipment = ListRow<typeof claimList>
type Props = { claims: readonly ClaimedShipment[]; now: Date; result: ClaimResult | null }

const dayMs = 24 * 60 * 60_000

/** Lost and damaged boxes, what was claimed for them, and for how long a claim has been open. */
export function ClaimList({ claims, now, result }: Props) {
  return (
    <ul className={styles.pickups}>
      {claims.map((one) => {
        const { claim } = one
        const age = claim && Math.floor((now.getTime() - claim.openedAt.getTime()) / dayMs)
        return (
          <li key={one.id} className={styles.pickup}>
            <h2 className={styles.claim}>
              {shipmentNumber(one.number)}: {shipmentStateName[one.state]}
            </h2>
            <p>
              <Link to={paths.shipment(one.number)}>{ordersCopy.number(one.orderNumber)}</Link>
              {' · '}
              {one.name}
              {one.carrier && ` · ${carrierName[one.carrier]}`}
              {' · '}
              {standingOf(claim, age)}
            </p>
            <ClaimForm
              key={claim?.version ?? 0}
              shipment={one}
              refused={result?.number === one.number ? result : null}
            />
          </li>
        )
      })}
    </ul>
  )
}

type FormProps = { shipment: ClaimedShipment; refused: ClaimResult | null }

function ClaimForm({ shipment: { number, claim }, refused }: FormProps) {
  const shown: TypedClaim = refused?.typed ?? {
    claimNumber: claim?.claimNumber ?? '',
    amount: amountOf(claim?.amountCents ?? null),
    paidOn: claim?.paidOn ?? '',
    refusedOn: claim?.refusedOn ?? '',
    refusal: claim?.refusal ?? '',
  }
  const errorOf = (field: keyof TypedClaim) =>
    refused?.field === field ? copy.fieldErrors[field] : undefined
  return (
    <Form method="post" className={styles.hours} noValidate>
      <input type="hidden" name="number" value={number} />
      {claim && <input type="hidden" name="version" value={claim.version} />}
      <TextField
        name="claimNumber"
        label={copy.number}
        defaultValue={shown.claimNumber}
        autoComplete="off"
        error={errorOf('claimNumber')}
      />
      <TextField
        name="amount"
        label={copy.amount}
        inputMode="decimal"
        defaultValue={shown.amount}
        autoComplete="off"
        error={errorOf('amount')}
      />
      <TextField
        type="date"
        name="paidOn"
        label={copy.paidOn}
        defaultValue={shown.paidOn}
        error={errorOf('paidOn')}
      />
      <TextField
        type="date"
        name="refusedOn"
        label={copy.refusedOn}
        defaultValue={shown.refusedOn}
        error={errorOf('refusedOn')}
      />
      <TextField
        name="refusal"
        label={copy.refusal}
        defaultValue={shown.refusal}
        maxLength={maxRefusal}
        autoComplete="off"
        error={errorOf('refusal')}
      />
      <div className={styles.save}>
        <Button kind="secondary" aria-label={copy.saveOf(shipmentNumber(number))}>
          {copy.save}
        </Button>
      </div>
    </Form>
  )
}

/** How a claim stands: with the carrier for so many days, or what it came to. */
function standingOf(claim: ClaimedShipment['claim'], age: number | null): string {
  if (!claim || age === null) return copy.notClaimed
  if (claim.paidOn) return copy.paid
  return claim.refusedOn ? copy.refused : copy.open(age)
}

const amountOf = (cents: number | null): string => (cents === null ? '' : decimalAmount(cents))
