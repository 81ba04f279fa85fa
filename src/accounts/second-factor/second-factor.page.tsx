import { RefusalNotice } from '#platform/action/action-form.tsx'
import { customerPage } from '#platform/action/customer-page.server.ts'
import { requireMember } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { PublicShell } from '#platform/layout/public-shell.tsx'
import { Section } from '#platform/layout/section.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { letters, part, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/second-factor.page'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  renewRecoveryCodes,
  viewSecondFactor,
} from './second-factor.actions.server.ts'
import { secondFactorCopy as copy } from './second-factor.copy.ts'

import styles from './second-factor.page.module.css'

export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = customerPage({
  for: 'member',
  async load({ services, viewer }) {
    const view = await viewSecondFactor(services, viewer)
    if (!view) throw httpError(403)
    return { ...view, isNeeded: viewer.needsFactor ?? false, email: viewer.email }
  },
  actions: {
    begin: beginSecondFactor,
    confirm: confirmSecondFactor,
    renew: renewRecoveryCodes,
    drop: dropSecondFactor,
  },
})
export const loader = page.loader
export const action = page.action

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, isNeeded, isRequired, recoveryCodes, setUp, email } = loaderData
  const codes = actionData?.shown?.recoveryCodes
  return (
    <PublicShell>
      <Page title={copy.title} kicker={<a href={paths.security()}>{copy.toSecurity}</a>} narrow>
        <div className={stack(2)}>
          <RefusalNotice />
          {isNeeded && !isOn && <Notice>{copy.needed}</Notice>}
          {codes ? (
            <Section id="codes" title={copy.codesTitle} className={part(2, { align: 'start' })}>
              <p>{copy.codesIntro}</p>
              <ol className={classes(letters.listed, styles.codes)}>
                {codes.map((one) => (
                  <li key={one}>
                    <code>{one}</code>
                  </li>
                ))}
              </ol>
              <ButtonLink href={paths.admin()}>{copy.written}</ButtonLink>
            </Section>
          ) : isOn ? (
            <Section id="on" title={copy.on} className={part(2, { align: 'start' })}>
              <p>
                {copy.asks} {copy.left(recoveryCodes)} {recoveryCodes > 0 && copy.renewHint}
              </p>
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
        </div>
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
