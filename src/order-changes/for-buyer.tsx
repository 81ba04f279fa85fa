import type { ReactNode } from 'react'

import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { AddressFields } from '#checkout/address-fields.tsx'
import { GiftFields } from '#checkout/gift-fields.tsx'
import { offersCopy } from '#checkout/offers/offers.copy.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { Block } from '#platform/layout/block.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { fields, stack } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { destinationText } from './destination-text.ts'
import { whyNoChangeText } from './order-changes.copy.ts'
import { undoMinutes } from './order-changes.rules.ts'
import type { viewPayable } from './payment-due.actions.server.ts'
import type { viewParts } from './split-order.actions.server.ts'
import type { ChangesOfOrder } from './view-changes.actions.server.ts'

type Props = {
  changes: ChangesOfOrder | null
  payable: Awaited<ReturnType<typeof viewPayable>> | null
  /** What may go apart from the rest. */
  parts: Awaited<ReturnType<typeof viewParts>>
  formKey: string
  sent: Sent | null | undefined
}

/** What staff change about an order for its buyer, until it is handed over. */
export function ForBuyer({ changes, payable, parts, formKey, sent: all }: Props) {
  const dates = useDates()
  if (!changes) return null
  const { whyNot, to, earliest, gift, isGift, isHeld, seen, canUndo } = changes
  const { dearer = [], given = [], wines = [], open = [] } = payable ?? {}
  const isPickup = changes.method === 'pickup'
  const { name: _name, ...address } = { addressExtra: '', address: '', zipCode: '', ...to }
  const change = (
    title: string,
    intent: string,
    content: (sent: Sent | null) => ReactNode,
    { says, button }: { says?: string; button: ReactNode },
  ) => {
    const sent = sentBy(all, { intent }) ?? null
    return (
      <details open={sent !== null}>
        <summary>{title}</summary>
        <ActionForm formKey={formKey} sent={sent} className={fields(30)}>
          <input type="hidden" name="seen" value={seen} />
          <input type="hidden" name="intent" value={intent} />
          {content(sent)}
          <Checkbox
            name="onPhone"
            value="yes"
            label={
              says
                ? `On the phone with the buyer, who says: “${says}”`
                : 'On the phone with the buyer'
            }
            error={sent?.errors['onPhone']}
          />
          {button}
        </ActionForm>
      </details>
    )
  }
  return (
    <Block id="change-for-buyer" title="Change for the buyer">
      {whyNot === 'split' ? (
        <ActionForm formKey={formKey} sent={null} className={stack(1.5)}>
          <input type="hidden" name="seen" value={seen} />
          <p>It goes in two shipments. To change anything else, put them together first.</p>
          <Button kind="secondary" name="intent" value="join-for-buyer">
            Put them together
          </Button>
        </ActionForm>
      ) : whyNot ? (
        <p>{whyNoChangeText[whyNot]}</p>
      ) : (
        <div className={stack(1.5)}>
          <p>
            {isPickup
              ? 'The buyer collects it'
              : `It goes ${changes.method === 'overnight' ? 'overnight' : 'by ground'} to ${destinationText(to)}`}
            {gift && `, as a gift for ${gift.name}`}
            {earliest && `, not before ${numericDay(earliest)}`}.
            {isHeld && ' It is held until the buyer says so.'} The buyer is emailed about each
            change; only a payment page changes what it costs.
          </p>
          {open.map(({ id, cents, until }) => (
            <p key={id}>
              A page to pay {formatAmount(cents)} is open until {dates.time(until)}. Then it closes,
              and nothing is charged.
            </p>
          ))}
          {!isPickup && (
            <>
              {change(
                'Another address',
                'address-for-buyer',
                (sent) => (
                  <AddressFields field={fieldsOf(sent, address)} labels={offersCopy.shipTo} />
                ),
                {
                  says: isGift ? buyerStatements.gift : buyerStatements.delivery,
                  button: <Button kind="secondary">Send it there</Button>,
                },
              )}
              {change(
                'Another day',
                'day-for-buyer',
                (sent) => (
                  <TextField
                    type="date"
                    label="Not before"
                    hint="Empty: as soon as it can leave."
                    {...fieldsOf(sent, { earliest: earliest ?? '' })('earliest')}
                  />
                ),
                { button: <Button kind="secondary">Save the day</Button> },
              )}
              {change(
                isHeld ? 'Let it go' : 'Hold it until the buyer says so',
                'hold-for-buyer',
                () => (
                  <input type="hidden" name="hold" value={isHeld ? 'no' : 'yes'} />
                ),
                { button: <Button kind="secondary">{isHeld ? 'Let it go' : 'Hold it'}</Button> },
              )}
              {change(
                'Recipient and gift note',
                'gift-for-buyer',
                (sent) => (
                  <GiftFields field={fieldsOf(sent, gift ?? {})} />
                ),
                {
                  says: buyerStatements.gift,
                  button: <Button kind="secondary">Save the gift</Button>,
                },
              )}
              {isGift &&
                change('No gift any more', 'no-gift-for-buyer', () => null, {
                  says: buyerStatements.delivery,
                  button: <Button kind="secondary">It is for the buyer</Button>,
                })}
              {parts.length > 0 &&
                !isHeld &&
                change(
                  'Split it in two',
                  'split-for-buyer',
                  (sent) => (
                    <>
                      <SelectField
                        label="Goes apart"
                        hint="To another address, on another day, or both. It costs nothing."
                        options={parts}
                        {...fieldsOf(sent)('part')}
                      />
                      <AddressFields field={fieldsOf(sent, address)} labels={offersCopy.shipTo} />
                      <TextField
                        type="date"
                        label="Not before"
                        hint="Empty: as soon as it can leave."
                        {...fieldsOf(sent, { earliest: earliest ?? '' })('earliest')}
                      />
                    </>
                  ),
                  {
                    says: isGift ? buyerStatements.gift : buyerStatements.delivery,
                    button: <Button kind="secondary">Split it</Button>,
                  },
                )}
              {dearer.length > 0 &&
                change(
                  'Dearer shipping, which the buyer pays',
                  'difference-for-buyer',
                  (sent) => (
                    <RadioGroup
                      name="method"
                      legend="Change it to"
                      hint="The buyer is emailed a payment page, which is open for half an hour. The method changes once it is paid."
                      defaultValue={dearer.length === 1 ? dearer[0]!.value : ''}
                      options={dearer.map(({ value, method, cents }) => ({
                        value,
                        label: shippingMethodName[method],
                        detail: `${formatAmount(cents)} more`,
                      }))}
                      error={sent?.errors['method']}
                    />
                  ),
                  { button: <Button kind="secondary">Email the payment page</Button> },
                )}
              {given.length > 0 &&
                change(
                  'Dearer shipping, free of charge',
                  'upgrade-for-buyer',
                  (sent) => (
                    <>
                      <RadioGroup
                        name="method"
                        legend="Send it by"
                        defaultValue={given.length === 1 ? given[0]! : ''}
                        options={given.map((method) => ({
                          value: method,
                          label: shippingMethodName[method],
                        }))}
                        error={sent?.errors['method']}
                      />
                      <TextField
                        label="Why"
                        hint="The buyer reads this on the page of the order."
                        maxLength={120}
                        {...fieldsOf(sent)('reason')}
                      />
                    </>
                  ),
                  { button: <Button kind="secondary">Send it free of charge</Button> },
                )}
            </>
          )}
          {wines.length > 0 &&
            change(
              'One more case, as a new order',
              'add-case-for-buyer',
              (sent) => (
                <>
                  <SelectField
                    label="Wine"
                    options={wines.map(({ id, description, cents }) => ({
                      value: id,
                      label: `${description}, ${formatAmount(cents)}`,
                    }))}
                    {...fieldsOf(sent)('wine')}
                  />
                  <TextField
                    label="Cases"
                    inputMode="numeric"
                    hint="The buyer is emailed a payment page with shipping and tax. The wine is kept for half an hour; once it is paid, it is an order of its own."
                    {...fieldsOf(sent, { cases: '1' })('cases')}
                  />
                </>
              ),
              { button: <Button kind="secondary">Email the payment page</Button> },
            )}
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
