import { ActionForm } from '#platform/action/action-form.tsx'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/date-field.tsx'
import { fields } from '#ui/layout.ts'

import type { Route } from './+types/change-day.page'
import { changeEarliest } from './change-order.actions.server.ts'
import { pageForChange } from './change-page.server.ts'
import { ChangePage, metaOfChange } from './change-page.tsx'
import { mostDaysAhead } from './order-changes.rules.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const title = 'Send it on another day'

const page = pageForChange(changeEarliest)
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => metaOfChange(args, title)

/** The earliest day on which an order leaves, and the form for another. */
export default function ChangeDayPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { changes, formKey } = loaderData
  const { earliest, seen } = changes
  return (
    <ChangePage changes={changes} title={title}>
      <p>
        {earliest
          ? `It ships on ${writtenWeekday(earliest)} or soon after.`
          : 'It ships as soon as possible.'}{' '}
        The price stays the same.
      </p>
      <ActionForm formKey={formKey} sent={sent} className={fields(26)}>
        <input type="hidden" name="seen" value={seen} />
        <DateField
          label="Not before"
          hint={`Up to ${mostDaysAhead} days from today. Leave it empty to ship as soon as possible.`}
          {...fieldsOf(sent, { earliest: earliest ?? '' })('earliest')}
        />
        <Button>Change the day</Button>
      </ActionForm>
    </ChangePage>
  )
}
