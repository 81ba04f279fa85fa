import { data, redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf, requireMember } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { PublicShell } from '#platform/layout/public-shell.tsx'
import { Section } from '#platform/layout/section.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { part, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { identitySentence } from '../sign-in/sign-in.copy.ts'
import type { Route } from './+types/second-factor.page'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  renewRecoveryCodes,
  viewSecondFactor,
} from './second-factor.actions.server.ts'
import { codeRefusal, secondFactorCopy as copy } from './second-factor.copy.ts'
import { writtenCode } from './second-factor.rules.ts'

import styles from './second-factor.page.module.css'

export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  const view = await viewSecondFactor(context.get(servicesContext), viewer)
  if (!view) throw httpError(403)
  return { ...view, isNeeded: viewer.needsFactor ?? false, email: viewer.email }
}

type Outcome = { sentence: string; codes: null } | { sentence: null; codes: string[] }

export async function action({ request, context }: Route.ActionArgs) {
  const { services, viewer } = callerOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const code = textOf(form, 'code')
  const refuse = (sentence: string) => data<Outcome>({ sentence, codes: null }, 400)
  if (intent === 'begin') {
    const begun = await beginSecondFactor(
      services,
      viewer,
      textOf(form, 'password'),
      request.headers,
    )
    if (begun.ok) return redirect(paths.secondFactor(), 303)
    if (begun.code === 'not-staff') throw httpError(403)
    return refuse(identitySentence(begun.code))
  }
  if (intent === 'drop') {
    const dropped = await dropSecondFactor(services, viewer, code, request.headers)
    if (!dropped.ok) return refuse(codeRefusal(dropped))
    return redirectWithFlash(
      paths.secondFactor(),
      { tone: 'good', sentence: copy.dropped },
      context,
    )
  }
  const told =
    intent === 'confirm'
      ? await confirmSecondFactor(services, viewer, code, request.headers)
      : intent === 'renew'
        ? await renewRecoveryCodes(services, viewer, code, request.headers)
        : null
  if (!told) throw httpError(400)
  if (!told.ok) return refuse(codeRefusal(told))
  return data<Outcome>(
    { sentence: null, codes: told.recoveryCodes.map(writtenCode) },
    { headers: { 'cache-control': 'no-store' } },
  )
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, isNeeded, isRequired, recoveryCodes, setUp, email } = loaderData
  const outcome = actionData as Outcome | undefined
  return (
    <PublicShell>
      <Page title={copy.title} kicker={<a href={paths.security()}>{copy.toSecurity}</a>} narrow>
        {outcome?.sentence && <Notice tone="bad">{outcome.sentence}</Notice>}
        {isNeeded && !isOn && <Notice>{copy.needed}</Notice>}
        {outcome?.codes ? (
          <Section id="codes" title={copy.codesTitle} className={part(2, { align: 'start' })}>
            <p>{copy.codesIntro}</p>
            <ol className={styles.codes}>
              {outcome.codes.map((one) => (
                <li key={one}>
                  <code>{one}</code>
                </li>
              ))}
            </ol>
            <ButtonLink href={paths.admin()}>{copy.written}</ButtonLink>
          </Section>
        ) : isOn ? (
          <Section id="on" title={copy.on} className={part(2, { align: 'start' })}>
            <p>{copy.left(recoveryCodes)}</p>
            <form method="post" className={classes(stack(2), styles.form)}>
              <CodeField />
              <Button kind="secondary" name="intent" value="renew">
                {copy.renew}
              </Button>
              {!isRequired && (
                <Button kind="quiet" name="intent" value="drop">
                  {copy.drop}
                </Button>
              )}
            </form>
            <p>{copy.renewHint}</p>
          </Section>
        ) : setUp ? (
          <section className={part(2, { align: 'start' })} aria-label={copy.title}>
            <p>{copy.scan}</p>
            <img className={styles.picture} src={setUp.picture} alt={copy.picture} />
            <p>
              {copy.secret}{' '}
              <code className={styles.secret}>{setUp.secret.match(/.{1,4}/g)!.join(' ')}</code>
            </p>
            <form method="post" className={classes(stack(2), styles.form)}>
              <CodeField />
              <Button name="intent" value="confirm">
                {copy.confirm}
              </Button>
            </form>
          </section>
        ) : (
          <section className={part(2, { align: 'start' })} aria-label={copy.title}>
            <p>{copy.off}</p>
            <form method="post" className={classes(stack(2), styles.form)}>
              <PasswordField
                label={copy.password}
                name="password"
                autoComplete="current-password"
                account={email}
              />
              <Button name="intent" value="begin">
                {copy.begin}
              </Button>
            </form>
          </section>
        )}
      </Page>
    </PublicShell>
  )
}

const CodeField = () => (
  <TextField
    label={copy.code}
    name="code"
    autoComplete="one-time-code"
    inputMode="numeric"
    maxLength={20}
    required
  />
)
