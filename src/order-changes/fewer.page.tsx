import { ActionForm } from '#platform/action/action-form.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { fields } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'

import type { Route } from './+types/fewer.page'
import { keepFewer, viewFewer } from './change-money.actions.server.ts'
import { pageForChange } from './change-page.server.ts'
import { ChangePage, metaOfChange } from './change-page.tsx'
import { casesText } from './order-changes.copy.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const title = 'Keep fewer cases'

const page = pageForChange(keepFewer, { isForPickups: true, more: viewFewer })
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => metaOfChange(args, title)

/** The cases of an order, and how many fewer its buyer may keep, each with its refund. */
export default function FewerPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { changes, formKey, more } = loaderData
  const options = more?.options ?? []
  return (
    <ChangePage changes={changes} title={title}>
      <p>
        This order has {casesText(changes.cases)} now. We refund the cases you take out, with their
        tax and any difference in shipping, to the card you paid with. For more cases, place a new
        order; for none, <a href={`${changes.page}/change/cancel`}>cancel this one</a>.
      </p>
      {options.length === 0 ? (
        <p>This order can’t be reduced here. Write or call us to change it.</p>
      ) : (
        <ActionForm formKey={formKey} sent={sent} className={fields(36)}>
          <input type="hidden" name="seen" value={changes.seen} />
          <RadioGroup
            name="keep"
            legend="What would you like to keep?"
            defaultValue={sent?.values['keep'] ?? (options.length === 1 ? options[0]!.value : '')}
            options={options.map(({ value, label, refundCents }) => ({
              value,
              label,
              detail: `${formatAmount(refundCents)} is refunded`,
            }))}
            error={sent?.errors['keep']}
          />
          <Button kind="danger">Keep only this</Button>
        </ActionForm>
      )}
    </ChangePage>
  )
}
