import { data, redirect } from 'react-router'

import { authCopy as copy, identitySentence, passwordFaultSentence } from '#domain/copy/identity.ts'
import { isOfPassword } from '#domain/identity-codes.ts'
import { DeviceList } from '#web/components/auth/device-list.tsx'
import { EmailForm } from '#web/components/auth/email-form.tsx'
import { PasswordForm } from '#web/components/auth/password-form.tsx'
import { GoogleButton } from '#web/components/auth/google-button.tsx'
import { PublicShell } from '#web/components/public-shell.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { memberOf, requireMember } from '#web/guards.ts'
import { logRefusal } from '#web/log-refusal.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { readableRedirects } from '#web/readable-redirects.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

import type { Route } from './+types/security'
import { statusOf, withCookies } from './credentials-form.ts'
import { actOnSecurity } from './security-action.ts'
import styles from './security.module.css'

export const middleware: Route.MiddlewareFunction[] = [requireMember, readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.securityTitle)

export async function loader({ request, context }: Route.LoaderArgs) {
  const security = await context.get(shopContext).viewSecurity(memberOf(context), request.headers)
  const { google, passwordPolicy } = context.get(siteContext).signIn
  return { ...security, google, passwordPolicy }
}

export async function action({ request, context }: Route.ActionArgs) {
  const acted = await actOnSecurity(
    context,
    memberOf(context),
    await request.formData(),
    request.headers,
  )
  if (!acted) throw data(null, { status: 400 })
  const { deed, answer } = acted
  if (!answer.ok) {
    logRefusal(context, deed, answer.code)
    return data(acted, statusOf(answer.code))
  }
  const headers = withCookies(answer.cookies ?? [])
  const site = context.get(siteContext)
  headers.append('set-cookie', flash({ tone: 'good', sentence: answer.sentence }, site))
  return redirect(answer.leave ? paths.login() : paths.security(), { status: 303, headers })
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { email, emailVerified, ways, devices, google, passwordPolicy: policy } = loaderData
  const refused = actionData && !actionData.answer.ok ? actionData : null
  const refusal = refused && !refused.answer.ok ? refused.answer : null
  const sentence =
    refusal &&
    (refusal.passwordFault
      ? passwordFaultSentence(refusal.passwordFault, policy)
      : identitySentence(refusal.code, { email, minLength: policy.minLength }))
  const isPasswords = refusal !== null && ways.password && isOfPassword(refusal.code)
  const saidOf = (deed: string) => (refused?.deed === deed ? sentence : null)
  const errorOf = (deed: string) => (isPasswords ? null : saidOf(deed))
  const passwordErrorOf = (deed: string) => (isPasswords ? saidOf(deed) : null)

  return (
    <PublicShell>
      <Page
        title={copy.securityTitle}
        kicker={<a href={paths.members()}>{copy.toAccount}</a>}
        narrow
      >
        <section className={styles.part} aria-labelledby="devices">
          <h2 id="devices">{copy.devices}</h2>
          <DeviceList devices={devices} />
        </section>
        <section className={styles.part} aria-labelledby="password">
          <h2 id="password">{copy.password}</h2>
          <PasswordForm
            policy={policy}
            email={email}
            hasPassword={ways.password}
            error={errorOf('change-password')}
            passwordError={passwordErrorOf('change-password')}
          />
        </section>
        <section className={styles.part} aria-labelledby="email">
          <h2 id="email">{copy.email}</h2>
          <EmailForm
            {...{ email, emailVerified }}
            hasPassword={ways.password}
            error={errorOf('change-email') ?? errorOf('confirm-email')}
            passwordError={passwordErrorOf('change-email')}
          />
        </section>
        {google && (
          <section className={styles.part} aria-labelledby="google">
            <h2 id="google">Google</h2>
            {ways.google ? (
              <Notice tone="good">{copy.googleConnected}</Notice>
            ) : (
              <>
                <p>{copy.googleNotConnected}</p>
                <GoogleButton returnTo={paths.security()} />
              </>
            )}
          </section>
        )}
      </Page>
    </PublicShell>
  )
}
