import { Link } from 'react-router'

import { turnLoginLinks } from '#accounts/links/login-link.actions.server.ts'
import { secondFactor } from '#accounts/second-factor/second-factor.rules.ts'
import { setApprovalRules } from '#orders/approvals/approvals.actions.server.ts'
import { sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { againHours } from '#platform/admin/alarms.rules.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { requireFreshCode } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Section } from '#platform/layout/section.tsx'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { inWords } from '#platform/text/number-words.copy.ts'
import { cluster, divided, settingsPart } from '#ui/layout.ts'

import { raisedAlarms } from '../alarms/alarms.store.server.ts'
import { turnAlarmEmails } from '../alarms/watch-alarms.actions.server.ts'
import { adminParts } from '../parts.rules.ts'
import type { Route } from './+types/shop-settings.page'
import { ApprovalRulesForm } from './approval-rules-form.tsx'
import { requireSecondFactor } from './staff.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, adminParts.settings.title)
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'manage-people',
  async load({ db }) {
    const [rules, alarms, isRequired, hasLoginLinks, tellsAlarms] = await Promise.all([
      approvalRulesNow(db),
      raisedAlarms(db),
      isSwitchedOn(db, 'second-factor-required'),
      isSwitchedOn(db, 'sign-in-by-email'),
      isSwitchedOn(db, 'operations-alerts'),
    ])
    return { rules, alarms, isRequired, hasLoginLinks, tellsAlarms }
  },
  actions: {
    'require-factor': requireSecondFactor,
    'set-approvals': setApprovalRules,
    'login-links': turnLoginLinks,
    'alarm-emails': turnAlarmEmails,
  },
})
export const loader = page.loader
export const action = page.action

/** What holds for everybody who works here, and for everybody who logs in. */
export default function ShopSettings({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { rules, alarms, isRequired, hasLoginLinks, tellsAlarms } = loaderData
  const ruled = sentBy(sent, { intent: 'set-approvals', version: String(rules.version) })
  return (
    <AdminPage title={adminParts.settings.title}>
      <Section id="second-factor" title="Second factor" className={settingsPart}>
        <p>
          {isRequired
            ? `All staff need a second factor, within ${secondFactor.graceDays} days of turning this on.`
            : 'Everyone on the staff may turn on a second factor for their own account.'}
        </p>
        <div className={cluster([1, 2])}>
          <SwitchButton
            intent="require-factor"
            isOn={isRequired}
            turn={{ on: 'Require it for all staff', off: 'No longer require it' }}
          />
          <Link to={paths.secondFactor()}>Your own second factor</Link>
        </div>
      </Section>
      <Section id="second-approval" title="Second approval" className={settingsPart}>
        <ApprovalRulesForm rules={rules} sent={ruled} />
      </Section>
      <Section id="sign-in-by-email" title="Sign in by email" className={settingsPart}>
        <p>
          {hasLoginLinks
            ? 'Customers can log in with a link we email them. Staff always use their password or Google.'
            : 'Customers log in with their password or Google.'}{' '}
          The page changes within a minute.
        </p>
        <SwitchButton
          intent="login-links"
          isOn={hasLoginLinks}
          turn={{ on: 'Turn on', off: 'Turn off' }}
        />
      </Section>
      <Section id="alarms" title="Alarms" className={settingsPart}>
        {alarms.length > 0 && (
          <ul className={divided(1)}>
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
            ? `Owners get an email when an alarm starts, every ${inWords(againHours)} hours while it lasts, and when it ends.`
            : 'Alarms appear on Today, for owners. No email is sent.'}{' '}
          Alarms are for the person who runs the server, for example when emails do not go out.
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

type SwitchProps = { intent: string; isOn: boolean; turn: { on: string; off: string } }

function SwitchButton({ intent, isOn, turn }: SwitchProps) {
  const to = isOn ? 'off' : 'on'
  return (
    <ButtonForm kind="secondary" preventScrollReset intent={intent} fields={{ to }}>
      {turn[to]}
    </ButtonForm>
  )
}
