import { data, redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { flash } from '#platform/http/flash.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { landingFor } from '#platform/http/return-to.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { useDates } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { fields, grow, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'
import { TextField } from '#ui/text-field.tsx'

import { CaptchaField } from '../captcha/captcha.tsx'
import { linkSecretCookie, moveSecretToCookie } from '../links/link-secret.ts'
import { passkeyCopy } from '../passkeys/passkeys.copy.ts'
import { secondFactorCopy } from '../second-factor/second-factor.copy.ts'
import type { Route } from './+types/reset-password.page'
import { AuthForm } from './auth-form.tsx'
import { deadLinkInit, orUnavailable, refusalInit, withCookies } from './credentials-form.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import { logRefusal } from './log-refusal.ts'
import { NewPasswordField } from './new-password-field.tsx'
import type { PasswordProblem } from './password-policy.rules.ts'
import { policyFor } from './password-policy.rules.ts'
import { checkRecoveryLink, resetPassword } from './recover-password.actions.server.ts'
import { authCopy as copy, identitySentence, passwordProblemSentence } from './sign-in.copy.ts'

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.recoveryTitle)

type Refusal = { code: IdentityCode; passwordProblem?: PasswordProblem }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  moveSecretToCookie(url, site)
  const token = linkSecretCookie.read(request, site) ?? ''
  const link = await checkRecoveryLink(context.get(servicesContext), token, request.headers)
  const policy = policyFor(link.ok ? link.role : 'member', site.signIn.passwordPolicy)
  if (!link.ok) return data({ policy, refusal: link.code, link: null }, deadLinkInit(link.code))
  return data({ policy, refusal: null, link })
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext)
  const form = await request.formData()
  const token = linkSecretCookie.read(request, site) ?? ''
  const typed = {
    token,
    password: textOf(form, 'password'),
    code: textOf(form, 'code'),
    keep: form.getAll('keep').map(String),
  }
  const resetting = resetPassword(context.get(servicesContext), typed, request.headers)
  const entered = await orUnavailable(context, resetting)
  if (!entered.ok) {
    logRefusal(context, 'recovery', entered.code)
    return data<Refusal>(entered, refusalInit(entered.code))
  }
  const headers = withCookies(entered.cookies)
  headers.append('set-cookie', linkSecretCookie.clear(site))
  headers.append('set-cookie', flash({ tone: 'good', sentence: copy.passwordChanged }, site))
  return redirect(landingFor(entered.role), { headers })
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { policy, refusal: linkRefusal, link } = loaderData
  const refusal = actionData as Refusal | undefined
  const problem = refusal?.passwordProblem
  const dates = useDates()
  if (!link) return <DeadLink code={linkRefusal} />

  return (
    <FormPage title={copy.recoveryTitle}>
      {refusal && !problem && <Notice tone="bad">{identitySentence(refusal.code)}</Notice>}
      <AuthForm place="recovery">
        <NewPasswordField
          label={copy.newPassword}
          policy={policy}
          account={link.email}
          error={problem && <span role="alert">{passwordProblemSentence(problem, policy)}</span>}
        />
        {link.needsCode && (
          <TextField
            label={secondFactorCopy.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={secondFactorCopy.codeIntro}
          />
        )}
        {link.passkeys.length > 0 && (
          <fieldset className={stack(1)}>
            <legend>
              Your passkeys will be removed, in case someone else added one. Keep the ones you
              recognize:
            </legend>
            {link.passkeys.map(({ id, name, createdAt }) => (
              <Checkbox
                key={id}
                name="keep"
                value={id}
                // Whoever was in the account could choose the names, but not the days.
                label={`${name} · ${passkeyCopy.since(dates.day(createdAt))}`}
              />
            ))}
          </fieldset>
        )}
        <Button>{copy.savePassword}</Button>
      </AuthForm>
    </FormPage>
  )
}

/** Why the link opens nothing, and the log-in page's own request for another. */
const DeadLink = ({ code }: { code: IdentityCode }) => (
  <Ending
    kind="missing"
    title={copy.recoveryTitle}
    text={<p role="status">{identitySentence(code)}</p>}
  >
    <form method="post" action={paths.login()} className={classes(fields(26), grow)} noValidate>
      <TextField label={copy.email} name="email" type="email" autoComplete="username" />
      <CaptchaField place="sign-in" />
      <Button name="intent" value="recover">
        {copy.newLink}
      </Button>
    </form>
  </Ending>
)
