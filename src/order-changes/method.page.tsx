import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { AddressFields } from '#platform/address/address-fields.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import type { Handle } from '#platform/http/handle.ts'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { fields } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'

import type { Route } from './+types/method.page'
import { afterPayingMore, changeMethod, viewMethods } from './change-method.actions.server.ts'
import { pageForChange } from './change-page.server.ts'
import { ChangePage, metaOfChange } from './change-page.tsx'
import { methodText } from './order-changes.copy.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export const handle: Handle = { leadsToPayment: true }

const title = 'Shipping method'

const page = pageForChange(changeMethod, { isForPickups: true, more: viewMethods })
export const action = page.action

/** Also where the payment page of a difference leads back to, which leads on to the order. */
export async function loader(args: Route.LoaderArgs) {
  const { context, request, url } = args
  const paid = url.searchParams.get('paid')
  if (paid === null) return page.loader(args)
  const shown = await afterPayingMore(
    context.get(servicesContext),
    paid,
    clientAddressOf(request.headers),
  )
  throw redirectWithFlash(url.pathname.replace(/\/change\/.*$/, ''), shown, context)
}

export const meta: Route.MetaFunction = (args) => metaOfChange(args, title)

/** How an order goes now, and the other ways with what each costs or refunds. */
export default function MethodPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { changes, formKey, more } = loaderData
  const dates = useDates()
  const options = more?.options ?? []
  const isPickup = changes.method === 'pickup'
  const field = fieldsOf(sent)
  return (
    <ChangePage changes={changes} title={title}>
      <p>
        Now: {shippingMethodName[changes.method]}. If the new method costs more, it changes once you
        have paid the difference; if it costs less, we refund the difference to your card.
      </p>
      {more?.open && (
        <p>
          A payment of {formatAmount(more.open.cents)} for {shippingMethodName[more.open.method]} is
          open until {dates.time(more.open.until)}. Until it is paid, nothing is changed.
        </p>
      )}
      {options.length === 0 ? (
        <p>The method can’t be changed here. Write or call us.</p>
      ) : (
        <ActionForm formKey={formKey} sent={sent} className={fields(36)}>
          <input type="hidden" name="seen" value={changes.seen} />
          <RadioGroup
            name="method"
            legend="Change it to"
            defaultValue={sent?.values['method'] ?? (options.length === 1 ? options[0]!.value : '')}
            options={options.map(({ value, method, cents }) => ({
              value,
              label: shippingMethodName[method],
              detail: methodText({ method, cents }, changes),
            }))}
            error={sent?.errors['method']}
          />
          {isPickup && (
            <>
              <AddressFields field={field} />
              <Checkbox
                name="statement"
                value="yes"
                label={buyerStatements.delivery}
                error={sent?.errors['statement']}
              />
            </>
          )}
          <Button>Change the method</Button>
        </ActionForm>
      )}
      <p>For anything faster than overnight, write or call us.</p>
    </ChangePage>
  )
}
