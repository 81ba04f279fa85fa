import { ActionForm } from '#platform/action/action-form.tsx'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { Button } from '#ui/button.tsx'

import type { Route } from './+types/hold-order.page'
import { pageForChange } from './change-page.server.ts'
import { ChangePage, metaOfChange } from './change-page.tsx'
import { holdOrder } from './hold-order.actions.server.ts'
import { heldReminderDays, mostHeldDays } from './hold.rules.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const title = 'Hold it for me'

const page = pageForChange(holdOrder)
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => metaOfChange(args, title)

/** Whether an order is held until its buyer says so, and the button for it. */
export default function HoldOrderPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { changes, formKey } = loaderData
  const { isHeld, earliest, seen } = changes
  return (
    <ChangePage changes={changes} title={title} isRelease={isHeld}>
      <p>
        {isHeld
          ? 'We are holding it in our cellar until you tell us to send it.'
          : `We can hold it in our cellar until you tell us to send it, for up to ${mostHeldDays} days.`}{' '}
        {`We will remind you after ${heldReminderDays} days, and ask what you would like after ${mostHeldDays}. The price stays the same.`}
        {isHeld &&
          earliest &&
          ` Once the hold ends, it ships on ${writtenWeekday(earliest)} or soon after.`}
      </p>
      <ActionForm formKey={formKey} sent={sent}>
        <input type="hidden" name="seen" value={seen} />
        <Button name="hold" value={isHeld ? 'no' : 'yes'}>
          {isHeld ? (earliest ? 'End the hold' : 'Send it now') : 'Hold it'}
        </Button>
      </ActionForm>
    </ChangePage>
  )
}
