import type { ReactNode } from 'react'

import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { holdMinutes } from '#checkout/checkout.rules.ts'
import { GiftFields } from '#checkout/gift-fields.tsx'
import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { AddressFields } from '#platform/address/address-fields.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { onThePhone } from '#shipping/shipments/shipping.copy.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { fields } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { longestReason } from './order-changes.rules.ts'
import type { viewPayable } from './payment-due.actions.server.ts'
import type { viewParts } from './split-order.actions.server.ts'
import type { ChangesOfOrder } from './view-changes.actions.server.ts'

type Payable = Awaited<ReturnType<typeof viewPayable>>

type Form = {
  formKey: string
  /** The form of the page that was sent last. */
  sent: Sent | null | undefined
  /** How often the order was changed when the page was loaded. */
  seen: number
}

type ChangeProps = {
  form: Form
  title: string
  intent: string
  /** What the buyer states on the phone. */
  says?: string
  button: string
  children?: (sent: Sent | null) => ReactNode
}

/** A change that opens to its form, and stays open when it was refused. */
function Change({ form, title, intent, says, button, children }: ChangeProps) {
  const sent = sentBy(form.sent, { intent }) ?? null
  return (
    <details open={sent !== null}>
      <summary>{title}</summary>
      <ActionForm formKey={form.formKey} sent={sent} className={fields(30)}>
        <input type="hidden" name="seen" value={form.seen} />
        <input type="hidden" name="intent" value={intent} />
        {children?.(sent)}
        <Checkbox
          name="onPhone"
          value="yes"
          label={onThePhone(says)}
          error={sent?.errors['onPhone']}
        />
        <Button kind="secondary">{button}</Button>
      </ActionForm>
    </details>
  )
}

type Changing = { form: Form; changes: ChangesOfOrder }

const statementOf = ({ isGift }: ChangesOfOrder) =>
  isGift ? buyerStatements.gift : buyerStatements.delivery

export const ChangeAddress = ({ form, changes }: Changing) => (
  <Change
    form={form}
    title="Another address"
    intent="address-for-buyer"
    says={statementOf(changes)}
    button="Send it there"
  >
    {(sent) => <AddressFields field={fieldsOf(sent, changes.to)} />}
  </Change>
)

const DayField = ({ sent, earliest }: { sent: Sent | null; earliest: string | null }) => (
  <DateField
    label="Not before"
    hint="Leave empty to ship as soon as possible."
    {...fieldsOf(sent, { earliest: earliest ?? '' })('earliest')}
  />
)

export const ChangeDay = ({ form, changes: { earliest } }: Changing) => (
  <Change form={form} title="Another day" intent="day-for-buyer" button="Change the day">
    {(sent) => <DayField sent={sent} earliest={earliest} />}
  </Change>
)

export const ChangeHold = ({ form, changes: { isHeld } }: Changing) => (
  <Change
    form={form}
    title={isHeld ? 'End the hold' : 'Hold it until the buyer asks for it'}
    intent="hold-for-buyer"
    button={isHeld ? 'End the hold' : 'Hold it'}
  >
    {() => <input type="hidden" name="hold" value={isHeld ? 'no' : 'yes'} />}
  </Change>
)

export const ChangeGift = ({ form, changes: { gift, isGift } }: Changing) => (
  <>
    <Change
      form={form}
      title="Recipient and gift note"
      intent="gift-for-buyer"
      says={buyerStatements.gift}
      button="Save the gift"
    >
      {(sent) => <GiftFields field={fieldsOf(sent, gift ?? {})} />}
    </Change>
    {isGift && (
      <Change
        form={form}
        title="Not a gift anymore"
        intent="no-gift-for-buyer"
        says={buyerStatements.delivery}
        button="Send it to the buyer"
      />
    )}
  </>
)

type Parts = Awaited<ReturnType<typeof viewParts>>

export const SplitOrder = ({ form, changes, parts }: Changing & { parts: Parts }) => (
  <Change
    form={form}
    title="Ship it in two parts"
    intent="split-for-buyer"
    says={statementOf(changes)}
    button="Split it"
  >
    {(sent) => (
      <>
        <SelectField
          label="Ships separately"
          hint="To another address, on another day, or both. The price stays the same."
          options={parts}
          {...fieldsOf(sent)('part')}
        />
        <AddressFields field={fieldsOf(sent, changes.to)} />
        <DayField sent={sent} earliest={changes.earliest} />
      </>
    )}
  </Change>
)

export const SellMethod = ({ form, dearer }: { form: Form } & Pick<Payable, 'dearer'>) => (
  <Change
    form={form}
    title="Faster shipping, paid by the buyer"
    intent="difference-for-buyer"
    button="Email the payment page"
  >
    {(sent) => (
      <RadioGroup
        name="method"
        legend="Change it to"
        hint={`We email the buyer a payment page that is open for ${holdMinutes} minutes. The method changes once they pay.`}
        defaultValue={sent?.values['method'] ?? (dearer.length === 1 ? dearer[0]!.value : '')}
        options={dearer.map(({ value, method, cents }) => ({
          value,
          label: shippingMethodName[method],
          detail: `${formatAmount(cents)} more`,
        }))}
        error={sent?.errors['method']}
      />
    )}
  </Change>
)

export const GiveMethod = ({ form, given }: { form: Form } & Pick<Payable, 'given'>) => (
  <Change
    form={form}
    title="Faster shipping, free of charge"
    intent="upgrade-for-buyer"
    button="Send it free of charge"
  >
    {(sent) => (
      <>
        <RadioGroup
          name="method"
          legend="Send it by"
          defaultValue={sent?.values['method'] ?? (given.length === 1 ? given[0]! : '')}
          options={given.map((method) => ({ value: method, label: shippingMethodName[method] }))}
          error={sent?.errors['method']}
        />
        <TextField
          label="Why"
          hint="The buyer reads this on their order page."
          maxLength={longestReason}
          {...fieldsOf(sent)('reason')}
        />
      </>
    )}
  </Change>
)

export const AddCase = ({ form, wines }: { form: Form } & Pick<Payable, 'wines'>) => (
  <Change
    form={form}
    title="One more case, as a new order"
    intent="add-case-for-buyer"
    button="Email the payment page"
  >
    {(sent) => (
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
          hint={`We email the buyer a payment page with shipping and tax, and keep the wine for ${holdMinutes} minutes. Once they pay, it is a separate order.`}
          {...fieldsOf(sent, { cases: '1' })('cases')}
        />
      </>
    )}
  </Change>
)
