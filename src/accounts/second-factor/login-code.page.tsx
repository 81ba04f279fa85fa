import { redirect } from 'react-router'

import { RefusalNotice } from '#platform/action/action-form.tsx'
import { pageAction } from '#platform/action/page-action.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'
import { TextField } from '#ui/text-field.tsx'

import { AuthForm } from '../sign-in/auth-form.tsx'
import type { Route } from './+types/login-code.page'
import { enterCode, viewCodeStep } from './second-factor.actions.server.ts'
import { secondFactorCopy as copy } from './second-factor.copy.ts'

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.codeTitle)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const step = await viewCodeStep(context.get(servicesContext), request.headers)
  if (step === 'none') {
    const to = safeReturnTo(url.searchParams.get('to'), '')
    throw redirect(paths.login(to || undefined))
  }
  return { isAgain: step === 'entered' }
}

export const action = pageAction(enterCode, ({ url }) => ({ to: url.searchParams.get('to') }))

export default function LoginCode({ loaderData }: Route.ComponentProps) {
  return (
    <FormPage title={copy.codeTitle}>
      {loaderData.isAgain && <Notice>{copy.again}</Notice>}
      <RefusalNotice />
      <p>{copy.codeIntro}</p>
      <AuthForm place="login">
        <TextField
          label={copy.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
        />
        <Button>{copy.enter}</Button>
      </AuthForm>
      <p>{copy.lost}</p>
      <form method="post" action={paths.logout()}>
        <Button kind="quiet">{copy.logOut}</Button>
      </form>
    </FormPage>
  )
}
