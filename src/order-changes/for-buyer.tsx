import { howItGoes } from '#catalogue/destinations/shipping.rules.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { Block } from '#platform/layout/block.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'

import {
  AddCase,
  ChangeAddress,
  ChangeDay,
  ChangeGift,
  ChangeHold,
  GiveMethod,
  SellMethod,
  SplitOrder,
} from './changes-for-buyer.tsx'
import { destinationText } from './destination-text.ts'
import type { PartForBuyer } from './for-buyer-part.actions.server.ts'
import { whyNoChangeText } from './order-changes.copy.ts'
import { undoMinutes } from './order-changes.rules.ts'
import { PaidMore } from './paid-more.tsx'
import type { ChangesOfOrder } from './view-changes.actions.server.ts'

type Props = PartForBuyer & { formKey: string; sent: Sent | null | undefined }

/** What staff change about an order for its buyer, until it is handed over. */
export function ForBuyer({ changes, payable, parts, formKey, sent }: Props) {
  if (!changes) return null
  const { whyNot, isHeld, seen, canUndo } = changes
  const { dearer = [], given = [], wines = [], open = [] } = payable ?? {}
  const form = { formKey, sent, seen }
  const isPickup = changes.method === 'pickup'
  return (
    <Block id="change-for-buyer" title="Change for the buyer">
      <PaidMore of={changes.differences} by="The buyer" />
      {whyNot === 'split' ? (
        <ActionForm formKey={formKey} sent={null} className={stack(1.5)}>
          <input type="hidden" name="seen" value={seen} />
          <p>This order ships in two parts. To change anything else, combine them first.</p>
          <Button kind="secondary" name="intent" value="join-for-buyer">
            Combine them
          </Button>
        </ActionForm>
      ) : whyNot ? (
        <p>{whyNoChangeText.staff[whyNot]}</p>
      ) : (
        <div className={stack(1.5)}>
          <HowItGoes changes={changes} />
          <OpenPages open={open} />
          {!isPickup && (
            <>
              <ChangeAddress form={form} changes={changes} />
              <ChangeDay form={form} changes={changes} />
              <ChangeHold form={form} changes={changes} />
              <ChangeGift form={form} changes={changes} />
              {parts.length > 0 && !isHeld && (
                <SplitOrder form={form} changes={changes} parts={parts} />
              )}
              {dearer.length > 0 && <SellMethod form={form} dearer={dearer} />}
              {given.length > 0 && <GiveMethod form={form} given={given} />}
            </>
          )}
          {wines.length > 0 && <AddCase form={form} wines={wines} />}
          {canUndo && (
            <ActionForm formKey={formKey} sent={null}>
              <input type="hidden" name="seen" value={seen} />
              <Button kind="secondary" name="intent" value="undo-for-buyer">
                Undo the last change
              </Button>
              <p>Until {undoMinutes} minutes after it.</p>
            </ActionForm>
          )}
        </div>
      )}
    </Block>
  )
}

function HowItGoes({
  changes: { method, to, gift, earliest, isHeld },
}: {
  changes: ChangesOfOrder
}) {
  return (
    <p>
      {method === 'pickup'
        ? 'The buyer collects it'
        : `It goes ${howItGoes[method]} to ${destinationText(to)}`}
      {gift && `, as a gift for ${gift.name}`}
      {earliest && `, not before ${numericDay(earliest)}`}.
      {isHeld && ' It is on hold until the buyer asks for it.'} The buyer gets an email about each
      change; only a payment page changes what it costs.
    </p>
  )
}

function OpenPages({ open }: Partial<Pick<NonNullable<Props['payable']>, 'open'>>) {
  const dates = useDates()
  return open?.map(({ id, cents, until }) => (
    <p key={id}>
      A page to pay {formatAmount(cents)} is open until {dates.time(until)}. Then it closes, and
      nothing is charged.
    </p>
  ))
}
