import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { GiftFields } from '#checkout/gift-fields.tsx'
import { ActionForm } from '#platform/action/action-form.tsx'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { fields, stack } from '#ui/layout.ts'

import type { Route } from './+types/give-order.page'
import { pageForChange } from './change-page.server.ts'
import { ChangePage, metaOfChange } from './change-page.tsx'
import { giveOrder, takeGiftBack } from './give-order.actions.server.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const title = 'Recipient and gift note'

const page = pageForChange({ give: giveOrder, 'take-back': takeGiftBack })
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => metaOfChange(args, title)

/** Who receives an order as a gift, and the note for them. */
export default function GiveOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { changes, formKey } = loaderData
  const { isGift, gift, seen } = changes
  const sent = sentBy(actionData, { intent: 'give' })
  return (
    <ChangePage changes={changes} title={title}>
      <p>
        {isGift
          ? `It is now a gift${gift ? ` for ${gift.name}` : ''}.`
          : 'It is addressed to you now.'}{' '}
        The wine ships to the same address, and the receipt goes to you. The price stays the same.
      </p>
      <ActionForm formKey={formKey} sent={sent} className={fields(36)}>
        <input type="hidden" name="seen" value={seen} />
        <GiftFields field={fieldsOf(sent, gift ?? {})} />
        <Checkbox
          name="statement"
          value="yes"
          label={buyerStatements.gift}
          error={sent?.errors['statement']}
        />
        <Button name="intent" value="give">
          Save the gift
        </Button>
      </ActionForm>
      {isGift && (
        <ActionForm formKey={formKey} sent={null} className={stack(1)}>
          <input type="hidden" name="seen" value={seen} />
          <p>{buyerStatements.delivery}</p>
          <Button kind="secondary" name="intent" value="take-back">
            Send it to me instead
          </Button>
        </ActionForm>
      )}
    </ChangePage>
  )
}
