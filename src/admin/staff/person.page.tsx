import { Form, Link } from 'react-router'

import { staffPeople } from '#accounts/users/duties.store.server.ts'
import { dutyNames } from '#platform/access/duties.copy.ts'
import { dutiesIn } from '#platform/access/duties.rules.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { requireFreshCode } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { cluster, stack } from '#ui/layout.ts'

import { adminParts } from '../parts.rules.ts'
import type { Route } from './+types/person.page'
import { DutyBoxes } from './duty-boxes.tsx'
import {
  changeDuties,
  endStaffRights,
  removeSecondFactor,
  sendPasswordLink,
} from './staff.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = ({ loaderData, ...args }) => {
  const { name = '', email = '' } = loaderData?.person ?? {}
  return unlistedMeta(args, name || email || adminParts.people.title)
}
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'manage-people',
  async load({ db, viewer, params }) {
    const person = (await staffPeople(db)).find(({ id }) => id === params['id'])
    if (!person) throw httpError(404)
    return { person, isSelf: person.id === viewer.id }
  },
  actions: {
    change: changeDuties,
    end: endStaffRights,
    'remove-factor': removeSecondFactor,
    'password-link': sendPasswordLink,
  },
})
export const loader = page.loader
export const action = page.action

/** What one of the staff may do, and what an owner can do for them. */
export default function StaffPerson({ loaderData }: Route.ComponentProps) {
  const { person, isSelf, formKey } = loaderData
  const { id, name, email, duties, hasSecondFactor } = person
  return (
    <AdminPage
      title={name || email}
      summary={`${email} · ${dutyNames(duties)} · ${
        hasSecondFactor ? 'second factor on' : 'no second factor'
      }`}
      actions={<Link to={paths.people()}>All staff</Link>}
    >
      <Form
        key={duties.join()}
        method="post"
        preventScrollReset
        className={stack(3, { width: 56, text: 'sans' })}
      >
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="seen" value={dutiesIn(duties).join(',')} />
        <DutyBoxes legend={`Duties of ${email}`} chosen={duties} />
        <p>Removing a duty signs them out everywhere.</p>
        <div className={cluster([1, 2])}>
          <Button name="intent" value="change" aria-label={`Save duties: ${email}`}>
            Save duties
          </Button>
          <Button kind="danger" name="intent" value="end" aria-label={`End staff rights: ${email}`}>
            End staff rights
          </Button>
        </div>
      </Form>
      {!isSelf && (
        <div className={cluster([1, 2])}>
          <ButtonForm
            kind="secondary"
            preventScrollReset
            fields={{ key: formKey, person: id }}
            intent="password-link"
            aria-label={`Send a link to a new password: ${email}`}
          >
            Send a link to a new password
          </ButtonForm>
          {hasSecondFactor && (
            <ButtonForm
              kind="secondary"
              preventScrollReset
              fields={{ person: id }}
              intent="remove-factor"
              aria-label={`Remove second factor: ${email}`}
            >
              Remove second factor
            </ButtonForm>
          )}
        </div>
      )}
    </AdminPage>
  )
}
