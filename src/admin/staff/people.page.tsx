import { Form, Link } from 'react-router'

import { turnLoginLinks } from '#accounts/links/login-link.actions.server.ts'
import { secondFactor } from '#accounts/second-factor/second-factor.rules.ts'
import { staffPeople } from '#accounts/users/duties.store.server.ts'
import { formerStaff, openInvitations } from '#accounts/users/staff-invitations.store.server.ts'
import { setApprovalRules } from '#orders/approvals/approvals.actions.server.ts'
import { duties as allDuties, dutiesIn } from '#platform/access/duties.rules.ts'
import { ActionForm, RefusalNotice } from '#platform/action/action-form.tsx'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { adminParts } from '../parts.rules.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { requireFreshCode } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Section } from '#platform/layout/section.tsx'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import { raisedAlarms } from '../alarms/alarms.store.server.ts'
import { turnAlarmEmails } from '../alarms/watch-alarms.actions.server.ts'
import type { Route } from './+types/people.page'
import { ApprovalRulesForm } from './approval-rules-form.tsx'
import { dutyName, dutyNames } from './duties.copy.ts'
import styles from './people.page.module.css'
import {
  changeDuties,
  endStaffRights,
  grantDuties,
  inviteStaff,
  removeSecondFactor,
  requireSecondFactor,
  sendPasswordLink,
  withdrawInvitation,
} from './staff.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, adminParts.people.title)
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  duty: 'manage-people',
  async load({ db, now, viewer }) {
    const [people, invited, former, rules, alarms, isRequired, hasLoginLinks, tellsAlarms] =
      await Promise.all([
        staffPeople(db),
        openInvitations(db, now),
        formerStaff(db),
        approvalRulesNow(db),
        raisedAlarms(db),
        isSwitchedOn(db, 'second-factor-required'),
        isSwitchedOn(db, 'sign-in-by-email'),
        isSwitchedOn(db, 'operations-alerts'),
      ])
    const switches = { isRequired, hasLoginLinks, tellsAlarms }
    return { people, invited, former, rules, alarms, ...switches, self: viewer.id }
  },
  actions: {
    change: changeDuties,
    end: endStaffRights,
    grant: grantDuties,
    invite: inviteStaff,
    withdraw: withdrawInvitation,
    'remove-factor': removeSecondFactor,
    'password-link': sendPasswordLink,
    'require-factor': requireSecondFactor,
    'set-approvals': setApprovalRules,
    'login-links': turnLoginLinks,
    'alarm-emails': turnAlarmEmails,
  },
})
export const loader = page.loader
export const action = page.action

export default function People({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { people, self, invited, former, rules, alarms, formKey } = loaderData
  const { isRequired, hasLoginLinks, tellsAlarms } = loaderData
  const isNew = sent?.intent === 'invite' || sent?.intent === 'grant'
  const field = fieldsOf(isNew ? sent : null)
  const ruled = sentBy(sent, { intent: 'set-approvals', version: String(rules.version) })
  return (
    <AdminPage title={adminParts.people.title} saysRefusal={!isNew}>
      <p className={letters.sans}>
        Who works here, and what each of them may do. Taking a duty away signs that person out
        everywhere.
      </p>
      <ul className={styles.people}>
        {people.map((person) => (
          <PersonRow
            key={`${person.id} ${person.duties.join()}`}
            {...person}
            isSelf={person.id === self}
          />
        ))}
      </ul>
      {invited.length > 0 && (
        <Section id="invited" title="Invited" className={styles.grant}>
          <ul className={styles.people}>
            {invited.map(({ email, duties, expiresAt }) => (
              <li key={email} className={styles.short}>
                <p>
                  {email}: {dutyNames(duties)}. The link works until <ShopMoment at={expiresAt} />
                </p>
                <ButtonForm
                  kind="quiet"
                  preventScrollReset
                  fields={{ email }}
                  intent="withdraw"
                  aria-label={`Take back the invitation: ${email}`}
                >
                  Take back
                </ButtonForm>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {former.length > 0 && (
        <Section id="former" title="Staff rights ended" className={styles.grant}>
          <ul className={styles.people}>
            {former.map(({ email, endedAt, by }) => (
              <li key={email} className={styles.short}>
                <p>
                  {email}: ended <ShopMoment at={endedAt} />, by {by}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="second-factor" title="Second factor" className={styles.grant}>
        <p>
          {isRequired
            ? `All staff need a second factor. ${secondFactor.graceDays} days after this was turned on, the admin opens only with one.`
            : 'Each of the staff may turn on a second factor for their own account.'}
        </p>
        <div className={cluster([0, 2])}>
          <SwitchButton
            intent="require-factor"
            isOn={isRequired}
            turn={{ on: 'Require it of all staff', off: 'No longer require it' }}
          />
          <Link to={paths.secondFactor()}>Your own second factor</Link>
        </div>
      </Section>
      <Section id="second-approval" title="Second approval" className={styles.grant}>
        <ApprovalRulesForm rules={rules} sent={ruled} />
      </Section>
      <Section id="grant" title="Make someone staff" className={styles.grant}>
        <ActionForm {...{ formKey }} sent={isNew ? sent : null} className={stack(2)}>
          {isNew && <RefusalNotice />}
          <TextField
            type="email"
            label="Their email"
            hint="An invitation goes to anyone. “Make staff” is at once, for an account with a confirmed address: they are signed out everywhere and log in again."
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
      <Section id="sign-in-by-email" title="Sign in by email" className={styles.grant}>
        <p>
          {hasLoginLinks
            ? 'Customers can ask for a link at Log in that logs them in once. Staff always use their password or Google.'
            : 'Customers log in with their password or Google.'}{' '}
          The page changes within a minute.
        </p>
        <SwitchButton
          intent="login-links"
          isOn={hasLoginLinks}
          turn={{ on: 'Turn on', off: 'Turn off' }}
        />
      </Section>
      <Section id="alarms" title="Alarms" className={styles.grant}>
        {alarms.length > 0 && (
          <ul className={styles.alarms}>
            {alarms.map(({ cause, since, title, todo }) => (
              <li key={cause}>
                <p>
                  <strong>{title}.</strong> Since <ShopMoment at={since} />.
                </p>
                <p>{todo}</p>
              </li>
            ))}
          </ul>
        )}
        <p>
          {tellsAlarms
            ? 'Owners are told of an alarm by email: once, every four hours while it lasts, and when it ends.'
            : 'Alarms of the shop are tasks on Today for owners. No email is sent.'}{' '}
          An alarm is what needs somebody who runs the server, such as emails that do not leave.
        </p>
        <SwitchButton
          intent="alarm-emails"
          isOn={tellsAlarms}
          turn={{ on: 'Tell owners by email', off: 'No longer tell by email' }}
        />
      </Section>
    </AdminPage>
  )
}

type PersonProps = Route.ComponentProps['loaderData']['people'][number] & { isSelf: boolean }

function PersonRow({ id, name, email, duties, isSelf, ...person }: PersonProps) {
  const { sessions, lastSeenAt, hasSecondFactor } = person
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <h2>
          {name || email}
          {isSelf && <small> (you)</small>}
        </h2>
        <p>{email}</p>
        <p>
          {lastSeenAt ? (
            <>
              Last seen <ShopMoment at={lastSeenAt} />,{' '}
              {sessions === 1 ? '1 device' : `${sessions} devices`}
            </>
          ) : (
            'Not signed in'
          )}
        </p>
        <p>{hasSecondFactor ? 'Second factor on' : 'No second factor'}</p>
        {hasSecondFactor && !isSelf && (
          <ButtonForm
            kind="quiet"
            preventScrollReset
            fields={{ person: id }}
            intent="remove-factor"
            aria-label={`Remove the second factor: ${email}`}
          >
            Remove second factor
          </ButtonForm>
        )}
        {!isSelf && (
          <ButtonForm
            kind="quiet"
            preventScrollReset
            fields={{ person: id }}
            intent="password-link"
            aria-label={`Send a link to a new password: ${email}`}
          >
            Send a link to a new password
          </ButtonForm>
        )}
      </div>
      <Form method="post" preventScrollReset className={stack(2)}>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="seen" value={dutiesIn(duties).join(',')} />
        <DutyBoxes legend={`Duties of ${email}`} chosen={duties} />
        <div className={cluster([0, 2])}>
          <Button
            kind="secondary"
            name="intent"
            value="change"
            aria-label={`Save duties: ${email}`}
          >
            Save duties
          </Button>
          <Button kind="quiet" name="intent" value="end" aria-label={`End staff rights: ${email}`}>
            End staff rights
          </Button>
        </div>
      </Form>
    </li>
  )
}

type SwitchProps = { intent: string; isOn: boolean; turn: { on: string; off: string } }

function SwitchButton({ intent, isOn, turn }: SwitchProps) {
  const to = isOn ? 'off' : 'on'
  return (
    <ButtonForm kind="secondary" preventScrollReset intent={intent} fields={{ to }}>
      {turn[to]}
    </ButtonForm>
  )
}

const dutyHint = {
  owner: 'everything',
  releases: 'wines, stock and releases',
  shipping: 'shipments',
  support: 'orders, refunds, requests, customers and subscribers',
  compliance: 'no pages of its own yet',
  emails: 'campaigns, and emails that failed',
  accounting: 'reconciliation and months',
} as const satisfies Record<(typeof allDuties)[number], string>

function DutyBoxes({ legend, chosen }: { legend: string; chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.duties}>
        {allDuties.map((duty) => (
          <Checkbox
            key={duty}
            name="duty"
            value={duty}
            label={dutyName[duty]}
            hint={dutyHint[duty]}
            defaultChecked={chosen.includes(duty)}
          />
        ))}
      </div>
    </fieldset>
  )
}
