import { Link } from 'react-router'

import { staffPeople } from '#accounts/users/duties.store.server.ts'
import { formerStaff, openInvitations } from '#accounts/users/staff-invitations.store.server.ts'
import { dutyNames } from '#platform/access/duties.copy.ts'
import { ActionForm, RefusalNotice } from '#platform/action/action-form.tsx'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { requireFreshCode } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Section } from '#platform/layout/section.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, ledger, letters, settingsPart, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import { adminParts } from '../parts.rules.ts'
import type { Route } from './+types/people.page'
import { DutyBoxes } from './duty-boxes.tsx'
import { grantDuties, inviteStaff, withdrawInvitation } from './staff.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, adminParts.people.title)
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'manage-people',
  async load({ db, now, viewer }) {
    const [people, invited, former] = await Promise.all([
      staffPeople(db),
      openInvitations(db, now),
      formerStaff(db),
    ])
    return { people, invited, former, self: viewer.id }
  },
  actions: {
    grant: grantDuties,
    invite: inviteStaff,
    withdraw: withdrawInvitation,
  },
})
export const loader = page.loader
export const action = page.action

const personRow = cluster([0, 2], { align: 'baseline', justify: 'between', text: 'anywhere' })

export default function People({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { people, self, invited, former, formKey } = loaderData
  const isNew = sent?.intent === 'invite' || sent?.intent === 'grant'
  const field = fieldsOf(isNew ? sent : null)
  return (
    <AdminPage title={adminParts.people.title} saysRefusal={!isNew}>
      <p className={letters.sans}>
        Who works here, and what each of them may do. Removing a duty signs that person out
        everywhere.
      </p>
      <RowsTable
        label="Staff"
        stacked
        rows={people}
        rowKey={({ id }) => id}
        columns={[
          {
            label: 'Person',
            headsRow: true,
            cell: ({ id, name, email }) => (
              <>
                <Link to={paths.staffPerson(id)}>{name || email}</Link>
                {id === self && ' (you)'}
                {name && <span className={letters.below}>{email}</span>}
              </>
            ),
          },
          { label: 'Duties', cell: ({ duties }) => dutyNames(duties) },
          {
            label: 'Last seen',
            cell: ({ lastSeenAt, sessions }) =>
              lastSeenAt ? (
                <>
                  <ShopMoment at={lastSeenAt} />
                  <span className={letters.below}>{plural(sessions, 'device')}</span>
                </>
              ) : (
                'Not signed in'
              ),
          },
          {
            label: 'Second factor',
            cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'None'),
          },
        ]}
      />
      {invited.length > 0 && (
        <Section id="invited" title="Invited" className={settingsPart}>
          <ul className={ledger(1)}>
            {invited.map(({ email, duties, expiresAt }) => (
              <li key={email} className={personRow}>
                <p>
                  {email}: {dutyNames(duties)}. The link works until <ShopMoment at={expiresAt} />
                </p>
                <ButtonForm
                  kind="quiet"
                  preventScrollReset
                  fields={{ email }}
                  intent="withdraw"
                  aria-label={`Withdraw the invitation: ${email}`}
                >
                  Withdraw
                </ButtonForm>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {former.length > 0 && (
        <Section id="former" title="Staff rights ended" className={settingsPart}>
          <ul className={ledger(1)}>
            {former.map(({ email, endedAt, by }) => (
              <li key={email} className={personRow}>
                <p>
                  {email}: ended <ShopMoment at={endedAt} />, by {by}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="grant" title="Make someone staff" className={settingsPart}>
        <ActionForm {...{ formKey }} sent={isNew ? sent : null} className={stack(2)}>
          {isNew && <RefusalNotice />}
          <TextField
            type="email"
            label="Their email"
            hint="You can invite anyone. “Make staff” works right away, for accounts with a confirmed address: it signs them out everywhere."
            autoComplete="off"
            required
            {...field('email')}
          />
          <DutyBoxes legend="Their duties" chosen={field('duty').defaultValue.split(',')} />
          <div className={cluster([0, 2])}>
            <Button name="intent" value="invite">
              Send an invitation
            </Button>
            <Button kind="quiet" name="intent" value="grant">
              Make staff
            </Button>
          </div>
        </ActionForm>
      </Section>
    </AdminPage>
  )
}
