import { data, redirect } from 'react-router'

import { authCopy as copy, identitySentence, passwordProblemSentence } from './sign-in.copy.ts'
import { passkeyCopy } from '../passkeys/passkeys.copy.ts'
import { secondFactorCopy } from '../second-factor/second-factor.copy.ts'
import { isOfPassword } from './identity-codes.rules.ts'
import { DeviceList } from '../sessions/device-list.tsx'
import { EmailForm } from '../email-change/email-form.tsx'
import { PasskeyList } from '../passkeys/passkey-list.tsx'
import { PendingEmail } from '../email-change/pending-email.tsx'
import { PasswordForm } from './password-form.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import { PublicShell } from '#platform/layout/public-shell.tsx'
import { shopContext, siteContext } from '#platform/http/context.ts'
import { flash } from '#platform/http/flash.ts'
import { memberOf, requireMember } from '#platform/http/guards.ts'
import { logRefusal } from './log-refusal.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Section } from '#platform/layout/section.tsx'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { section } from '#ui/layout.ts'

import type { Route } from './+types/security.page'
import { refusalInit, withCookies } from './credentials-form.ts'
import { actOnSecurity } from './security-action.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember, readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.securityTitle)

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  const security = await context.get(shopContext).viewSecurity(viewer, request.headers)
  const { google, passwordPolicy } = context.get(siteContext).signIn
  return { ...security, google, passwordPolicy, isStaff: viewer.role === 'staff' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const acted = await actOnSecurity(
    context,
    memberOf(context),
    await request.formData(),
    request.headers,
  )
  if (!acted) throw httpError(400)
  const { intent, result } = acted
  if (!result.ok) {
    logRefusal(context, intent, result.code)
    return data(acted, refusalInit(result.code))
  }
  const headers = withCookies(result.cookies ?? [])
  const site = context.get(siteContext)
  headers.append('set-cookie', flash({ tone: 'good', sentence: result.sentence }, site))
  return redirect(result.leave ? paths.login() : paths.security(), { status: 303, headers })
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { email, emailVerified, pendingEmail, ways, devices } = loaderData
  const { google, passwordPolicy: policy, isStaff, passkeys } = loaderData
  const refusal = actionData && !actionData.result.ok ? actionData.result : null
  const sentence =
    refusal &&
    (refusal.passwordProblem
      ? passwordProblemSentence(refusal.passwordProblem, policy)
      : identitySentence(refusal.code, { email, minLength: policy.minLength }))
  const isPasswords = refusal !== null && ways.password && isOfPassword(refusal.code)
  const sentenceOf = (intent: string) => (actionData?.intent === intent ? sentence : null)
  const errorOf = (intent: string) => (isPasswords ? null : sentenceOf(intent))
  const passwordErrorOf = (intent: string) => (isPasswords ? sentenceOf(intent) : null)

  return (
    <PublicShell>
      <Page
        title={copy.securityTitle}
        kicker={<a href={paths.members()}>{copy.toAccount}</a>}
        narrow
      >
        <Section id="devices" title={copy.devices} className={section(3)}>
          <DeviceList devices={devices} />
        </Section>
        <Section id="password" title={copy.password} className={section(3)}>
          <PasswordForm
            policy={policy}
            email={email}
            hasPassword={ways.password}
            error={errorOf('change-password')}
            passwordError={passwordErrorOf('change-password')}
          />
        </Section>
        {(passkeys.isPossible || passkeys.all.length > 0) && (
          <Section id="passkeys" title={passkeyCopy.title} className={section(3)}>
            <PasskeyList
              {...passkeys}
              emailVerified={emailVerified}
              hasPassword={ways.password}
              error={errorOf('remove-passkey') ?? errorOf('rename-passkey')}
              passwordError={passwordErrorOf('remove-passkey')}
            />
          </Section>
        )}
        <Section id="email" title={copy.email} className={section(3)}>
          {pendingEmail ? (
            <PendingEmail
              email={email}
              pending={pendingEmail}
              hasPassword={ways.password}
              error={errorOf('lost-mailbox')}
              passwordError={passwordErrorOf('lost-mailbox')}
            />
          ) : (
            <EmailForm
              {...{ email, emailVerified }}
              hasPassword={ways.password}
              error={errorOf('change-email') ?? errorOf('confirm-email')}
              passwordError={passwordErrorOf('change-email')}
            />
          )}
        </Section>
        {isStaff && (
          <Section id="second-factor" title={secondFactorCopy.title} className={section(3)}>
            <p>
              <a href={paths.secondFactor()}>{secondFactorCopy.own}</a>
            </p>
            <p>
              <a href={paths.you()}>{secondFactorCopy.toOwnWork}</a>
            </p>
          </Section>
        )}
        {google && (
          <Section id="google" title="Google" className={section(3)}>
            {ways.google ? (
              <Notice tone="good">{copy.googleConnected}</Notice>
            ) : (
              <>
                <p>{copy.googleNotConnected}</p>
                <GoogleButton returnTo={paths.security()} />
              </>
            )}
          </Section>
        )}
      </Page>
    </PublicShell>
  )
}
