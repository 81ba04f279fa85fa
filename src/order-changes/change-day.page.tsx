import { randomUUID } from 'node:crypto'

import { ActionForm } from '#platform/action/action-form.tsx'
import { customerPage } from '#platform/action/customer-page.server.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { Button } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/change-day.page'
import { changeEarliest } from './change-order.actions.server.ts'
import { ChangePage } from './change-page.tsx'
import { ownOrder, viewChanges } from './view-changes.actions.server.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const title = 'Send it on another day'

const page = customerPage({
  for: 'anyone',
  limited: true,
  async load({ services, viewer, params }) {
    const own = await ownOrder(services, viewer, params)
    const changes = own && (await viewChanges(services, own))
    if (!changes) throw httpError(404)
    return { changes, formKey: randomUUID() }
  },
  actions: changeEarliest,
})
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => [
  ...unlistedMeta(args, title),
  // The address of a guest's page must not reach other sites.
  { name: 'referrer', content: 'same-origin' },
]

/** The earliest day on which an order leaves, and the form for another. */
export default function ChangeDayPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { changes, formKey } = loaderData
  const { earliest, seen } = changes
  return (
    <ChangePage changes={changes} title={title}>
      <p>
        {earliest
          ? `It does not leave before ${writtenWeekday(earliest)} now.`
          : 'It leaves as soon as it can now.'}{' '}
        The price stays the same.
      </p>
      <ActionForm formKey={formKey} sent={sent} className={stack(2.5)}>
        <input type="hidden" name="seen" value={seen} />
        <TextField
          type="date"
          label="Not before"
          hint="Up to 180 days from today. Leave it empty to have it sent as soon as it can leave."
          {...fieldsOf(sent, { earliest: earliest ?? '' })('earliest')}
        />
        <Button>Save the day</Button>
      </ActionForm>
    </ChangePage>
  )
}
