import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { AddressFields } from '#platform/address/address-fields.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { fields } from '#ui/layout.ts'

import type { Route } from './+types/change-address.page'
import { changeAddress } from './change-order.actions.server.ts'
import { pageForChange } from './change-page.server.ts'
import { ChangePage, metaOfChange } from './change-page.tsx'
import { destinationText } from './destination-text.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const title = 'Send it to another address'

const page = pageForChange(changeAddress)
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => metaOfChange(args, title)

/** Where an order goes now, and the form for another address. */
export default function ChangeAddressPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { changes, formKey } = loaderData
  const field = fieldsOf(sent, changes.isByLink ? {} : changes.to)
  return (
    <ChangePage changes={changes} title={title}>
      <p>
        It goes to {destinationText(changes.to)} now. The price stays the same, even in another
        state.
      </p>
      <ActionForm formKey={formKey} sent={sent} className={fields(36)}>
        <input type="hidden" name="seen" value={changes.seen} />
        <AddressFields field={field} />
        <Checkbox
          name="statement"
          value="yes"
          label={changes.isGift ? buyerStatements.gift : buyerStatements.delivery}
          error={sent?.errors['statement']}
        />
        <Button>Send it there</Button>
      </ActionForm>
      {!changes.isByLink && (
        <p>
          The address of your account stays as it is. You can change it in your{' '}
          <a href={paths.editAccount()}>account details</a>.
        </p>
      )}
    </ChangePage>
  )
}
