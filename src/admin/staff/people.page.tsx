import { Form, Link, data } from 'react-router'

import { duties as allDuties, dutiesIn } from '#platform/access/duties.rules.ts'
import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import { dutyNames, peopleCopy as copy } from './admin-people.copy.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { centsTyped } from '#orders/refunds/refund-form.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { Alarms } from '../alarms/alarms.tsx'
import { ApprovalRulesForm } from '../approvals/approval-rules-form.tsx'
import { useEmptyAfter } from '#platform/form/use-empty-after.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Section } from '#platform/layout/section.tsx'
import { flashTo } from '#platform/http/flash.ts'
import { callerOf, requireFreshCode } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { versionIn } from '#platform/form/version-in.ts'
import { cluster, letters, stack } from '#ui/layout.ts'

import type { Route } from './+types/people.page'
import styles from './people.page.module.css'

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const { shop, viewer } = callerOf(context)
  const [viewed, isRequired, hasLoginLinks, others, rules, alarms] = await Promise.all([
    shop.viewStaff(viewer),
    shop.isSecondFactorRequired(viewer),
    shop.offersLoginLinks(),
    shop.viewInvitations(viewer),
    shop.viewApprovalRules(viewer),
    shop.viewAlarms(viewer),
  ])
  if (!viewed.ok || !others || !rules || !alarms) throw httpError(403)
  const { people } = viewed
  return { ...others, people, self: viewer.id, hasLoginLinks, isRequired, rules, alarms }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const back = flashTo(context, paths.people())
  const intent = form.get('intent')
  const { shop, viewer } = callerOf(context)
  if (intent === 'links-on' || intent === 'links-off') {
    const isOn = intent === 'links-on'
    const isTurned = await shop.turnLoginLinks(viewer, isOn)
    if (!isTurned) throw httpError(403)
    return back('good', isOn ? copy.loginLinks.turnedOn : copy.loginLinks.turnedOff)
  }
  if (intent === 'set-approvals') {
    const over = textOf(form, 'over')
    const done = permitted(
      await shop.setApprovalRules(viewer, {
        refundOverCents: over === '' ? null : (centsTyped(over) ?? Number.NaN),
        endsRelease: form.has('endsRelease'),
        version: versionIn(form),
      }),
    )
    if (done.ok) return back('good', approvalCopy.rules.saved)
    return back('bad', approvalCopy.rules.errors[done.reason])
  }
  if (intent === 'alarms-on' || intent === 'alarms-off') {
    const isOn = intent === 'alarms-on'
    const isTurned = await shop.turnAlarmEmails(viewer, isOn)
    if (!isTurned) throw httpError(403)
    return back('good', isOn ? copy.alarms.turnedOn : copy.alarms.turnedOff)
  }
  if (intent === 'require' || intent === 'no-longer-require') {
    const isOn = intent === 'require'
    const done = permitted(await shop.requireSecondFactor(viewer, isOn))
    if (done.ok) return back('good', isOn ? copy.factor.nowRequired : copy.factor.noLongerRequired)
    return back('bad', copy.factor.refused[done.reason])
  }
  if (intent === 'remove-factor') {
    const person = String(form.get('person') ?? '')
    const done = permitted(await shop.removeSecondFactor(viewer, person))
    if (done.ok) return back('good', copy.factor.removed)
    return back('bad', copy.factor.refused[done.reason])
  }
  if (intent === 'withdraw') {
    const email = String(form.get('email') ?? '')
    if (!(await shop.withdrawInvitation(viewer, email))) {
      throw httpError(403)
    }
    return back('good', copy.invite.withdrawn)
  }
  if (intent === 'invite') {
    const asked = { email: String(form.get('email') ?? ''), duties: dutiesIn(form.getAll('duty')) }
    if (asked.duties.length === 0) return refuseNew(form, 'none', copy.grant.none)
    const sent = permitted(await shop.inviteStaff(viewer, asked))
    if (sent.ok) return back('good', copy.invite.sent)
    return refuseNew(form, sent.reason, copy.invite.refused[sent.reason])
  }
  const isEnd = intent === 'end'
  const wanted = isEnd ? [] : dutiesIn(form.getAll('duty'))
  const refuse = (reason: 'none' | keyof typeof copy.refused, sentence: string) =>
    intent === 'grant' ? refuseNew(form, reason, sentence) : back('bad', sentence)
  if (!isEnd && wanted.length === 0) return refuse('none', copy.grant.none)
  const seen = form.get('seen')
  const assigned = permitted(
    await shop.assignDuties(viewer, {
      email: String(form.get('email') ?? '').slice(0, 254),
      duties: wanted,
      seen: typeof seen === 'string' ? dutiesIn(seen.split(',')) : null,
    }),
  )
  if (assigned.ok) {
    return back(assigned.outcome === 'same' ? 'info' : 'good', copy.outcomes[assigned.outcome])
  }
  return refuse(assigned.reason, copy.refused[assigned.reason])
}

/** Shows the form for someone who is not staff yet as it was sent, with the error. */
const refuseNew = (form: FormData, reason: string, error: string) =>
  data(
    {
      error,
      isOfEmail: reason !== 'none',
      email: textOf(form, 'email').slice(0, 254),
      duties: dutiesIn(form.getAll('duty')),
    },
    400,
  )

export default function People({ loaderData, actionData: typed }: Route.ComponentProps) {
  const newForm = useEmptyAfter(['invite', 'grant'], typed !== undefined)
  const { people, self, hasLoginLinks, isRequired, alarms, invited, former, rules } = loaderData
  return (
    <AdminPage title={copy.title}>
      <p className={letters.sans}>{copy.intro}</p>
      <ul className={styles.people}>
        {people.map(({ id, name, email, duties, sessions, lastSeenAt, hasSecondFactor }) => (
          <li key={`${id} ${duties.join()}`} className={styles.person}>
            <div className={styles.who}>
              <h2>
                {name || email}
                {id === self && <small> ({copy.you})</small>}
              </h2>
              <p>{email}</p>
              <p>
                {lastSeenAt ? (
                  <>
                    {copy.lastSeen} <ShopMoment at={lastSeenAt} />, {copy.devices(sessions)}
                  </>
                ) : (
                  copy.never
                )}
              </p>
              <p>{hasSecondFactor ? copy.factor.has : copy.factor.none}</p>
              {hasSecondFactor && id !== self && (
                <ButtonForm
                  kind="quiet"
                  preventScrollReset
                  fields={{ person: id }}
                  intent="remove-factor"
                  aria-label={copy.factor.removeOf(email)}
                >
                  {copy.factor.remove}
                </ButtonForm>
              )}
            </div>
            <Form method="post" preventScrollReset className={stack(2)}>
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="seen" value={dutiesIn(duties).join(',')} />
              <DutyBoxes legend={copy.dutiesOf(email)} chosen={duties} />
              <div className={cluster([0, 2])}>
                <Button kind="secondary" aria-label={copy.saveOf(email)}>
                  {copy.save}
                </Button>
                <Button kind="quiet" name="intent" value="end" aria-label={copy.endOf(email)}>
                  {copy.end}
                </Button>
              </div>
            </Form>
          </li>
        ))}
      </ul>
      {invited.length > 0 && (
        <Section id="invited" title={copy.invite.open} className={styles.grant}>
          <ul className={styles.people}>
            {invited.map(({ email, duties, expiresAt }) => (
              <li key={email} className={styles.short}>
                <p>
                  {email}: {dutyNames(duties)}. {copy.invite.until} <ShopMoment at={expiresAt} />
                </p>
                <ButtonForm
                  kind="quiet"
                  preventScrollReset
                  fields={{ email }}
                  intent="withdraw"
                  aria-label={copy.invite.withdrawOf(email)}
                >
                  {copy.invite.withdraw}
                </ButtonForm>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {former.length > 0 && (
        <Section id="former" title={copy.former.title} className={styles.grant}>
          <ul className={styles.people}>
            {former.map(({ email, endedAt, by }) => (
              <li key={email} className={styles.short}>
                <p>
                  {email}: {copy.former.ended} <ShopMoment at={endedAt} />, {copy.former.by(by)}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="second-factor" title={copy.factor.title} className={styles.grant}>
        <p>{isRequired ? copy.factor.isRequired : copy.factor.isFree}</p>
        <Form method="post" className={cluster([0, 2])}>
          <Button
            kind="secondary"
            name="intent"
            value={isRequired ? 'no-longer-require' : 'require'}
          >
            {isRequired ? copy.factor.noLongerRequire : copy.factor.require}
          </Button>
          <Link to={paths.secondFactor()}>{copy.factor.own}</Link>
        </Form>
      </Section>
      <Section id="second-approval" title={approvalCopy.rules.title} className={styles.grant}>
        <ApprovalRulesForm rules={rules} className={stack(2)} />
      </Section>
      <Section id="grant" title={copy.grant.title} className={styles.grant}>
        <Form ref={newForm} method="post" className={stack(2)} noValidate>
          {typed && !typed.isOfEmail && <Notice tone="bad">{typed.error}</Notice>}
          <TextField
            name="email"
            type="email"
            label={copy.grant.email}
            hint={copy.grant.hint}
            defaultValue={typed?.email}
            error={typed?.isOfEmail && typed.error}
            autoComplete="off"
            required
          />
          <DutyBoxes legend={copy.grant.duties} chosen={typed?.duties ?? []} />
          <div className={cluster([0, 2])}>
            <Button name="intent" value="invite">
              {copy.invite.submit}
            </Button>
            <Button kind="quiet" name="intent" value="grant">
              {copy.grant.submit}
            </Button>
          </div>
        </Form>
      </Section>
      <Section id="sign-in-by-email" title={copy.loginLinks.title} className={styles.grant}>
        <Form method="post" preventScrollReset className={stack(2)}>
          <p>
            {hasLoginLinks ? copy.loginLinks.isOn : copy.loginLinks.isOff} {copy.loginLinks.hint}
          </p>
          <div className={cluster([0, 2])}>
            <Button kind="secondary" name="intent" value={hasLoginLinks ? 'links-off' : 'links-on'}>
              {hasLoginLinks ? copy.loginLinks.turnOff : copy.loginLinks.turnOn}
            </Button>
          </div>
        </Form>
      </Section>
      <Section id="alarms" title={copy.alarms.title} className={styles.grant}>
        <Alarms {...alarms} className={stack(2)} />
      </Section>
    </AdminPage>
  )
}

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
            label={copy.names[duty]}
            hint={copy.hints[duty]}
            defaultChecked={chosen.includes(duty)}
          />
        ))}
      </div>
    </fieldset>
  )
}
