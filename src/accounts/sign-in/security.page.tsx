import { pageAction } from '#platform/action/page-action.server.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { Block } from '#platform/layout/block.tsx'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { Notice } from '#ui/notice.tsx'

import { EmailForm } from '../email-change/email-form.tsx'
import { PendingEmail } from '../email-change/pending-email.tsx'
import { GoogleAccounts } from '../google/google-accounts.tsx'
import { PasskeyList } from '../passkeys/passkey-list.tsx'
import { passkeyCopy } from '../passkeys/passkeys.copy.ts'
import { secondFactorCopy } from '../second-factor/second-factor.copy.ts'
import { DeviceList } from '../sessions/device-list.tsx'
import { viewSecurity } from '../sessions/devices.actions.server.ts'
import type { Route } from './+types/security.page'
import { PasswordForm } from './password-form.tsx'
import { policyFor } from './password-policy.rules.ts'
import { securityActions } from './security.actions.server.ts'
import { authCopy as copy } from './sign-in.copy.ts'

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.securityTitle)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  const security = await viewSecurity(context.get(servicesContext), viewer, request.headers)
  const { google, passwordPolicy: policy } = context.get(siteContext).signIn
  const passwordPolicy = policyFor(viewer.role, policy)
  const returnTo = url.searchParams.get('to') ?? ''
  return { ...security, google, passwordPolicy, returnTo, isStaff: viewer.role === 'staff' }
}

export const action = pageAction(securityActions)

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { email, emailVerified, pendingEmail, ways, devices } = loaderData
  const { google, googleAccounts, passwordPolicy: policy, isStaff, passkeys } = loaderData
  const sentOf = (intent: string) => (actionData?.intent === intent ? actionData : null)
  const errorOf = (intent: string) => sentOf(intent)?.refusal ?? null
  const passwordErrorOf = (intent: string) => sentOf(intent)?.errors['current'] ?? null

  return (
    <MembersPage title={copy.securityTitle} view="account">
      <div>
        <Block id="devices" title={copy.devices}>
          <DeviceList devices={devices} />
        </Block>
        <Block id="password" title={copy.password}>
          <PasswordForm
            policy={policy}
            email={email}
            hasPassword={ways.password}
            error={errorOf('change-password')}
            passwordError={passwordErrorOf('change-password')}
          />
        </Block>
        {(passkeys.isPossible || passkeys.all.length > 0) && (
          <Block id="passkeys" title={passkeyCopy.title}>
            <PasskeyList
              {...passkeys}
              email={email}
              emailVerified={emailVerified}
              hasPassword={ways.password}
              error={errorOf('remove-passkey') ?? errorOf('rename-passkey')}
              passwordError={passwordErrorOf('remove-passkey')}
            />
          </Block>
        )}
        <Block id="email" title={copy.email}>
          {pendingEmail?.isTaken && <Notice>{copy.newEmailTaken}</Notice>}
          {pendingEmail && !pendingEmail.isTaken ? (
            <PendingEmail
              email={email}
              pending={pendingEmail}
              hasPassword={ways.password}
              error={errorOf('lost-mailbox')}
              passwordError={passwordErrorOf('lost-mailbox')}
            />
          ) : (
            <EmailForm
              {...{ email, emailVerified, returnTo: loaderData.returnTo }}
              hasPassword={ways.password}
              error={errorOf('change-email')}
              confirmError={errorOf('confirm-email')}
              passwordError={passwordErrorOf('change-email')}
              typed={sentOf('change-email')?.values['email']}
            />
          )}
        </Block>
        {isStaff && (
          <Block id="second-factor" title={secondFactorCopy.title}>
            <p>
              <a href={paths.secondFactor()}>{secondFactorCopy.own}</a>
            </p>
            <p>
              <a href={paths.you()}>{secondFactorCopy.toOwnWork}</a>
            </p>
          </Block>
        )}
        {(google || googleAccounts.length > 0) && (
          <Block id="google" title="Google">
            <GoogleAccounts
              all={googleAccounts}
              email={email}
              canConnect={google}
              hasPassword={ways.password}
              error={errorOf('remove-google')}
              passwordError={passwordErrorOf('remove-google')}
            />
          </Block>
        )}
      </div>
    </MembersPage>
  )
}
