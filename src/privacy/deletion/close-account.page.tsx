import { textOf } from '#platform/form/form-text.rules.ts'
import { data, redirect } from 'react-router'

import { accountCopy } from '#accounts/account/account.copy.ts'
import { identitySentence } from '#accounts/sign-in/sign-in.copy.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { logRefusal } from '#accounts/sign-in/log-refusal.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { cluster } from '#ui/layout.ts'

import type { Route } from './+types/close-account.page'
import styles from './close-account.page.module.css'

const copy = accountCopy.closing

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  return { isListed: await context.get(shopContext).isOnListToo(memberOf(context)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const password = textOf(form, 'password')
  // Erased unless the box was shown and the tick taken away.
  const keepsList = form.has('list-shown') && !form.has('list')
  const viewer = memberOf(context)
  const deleted = await context
    .get(shopContext)
    .deleteAccount(viewer, { password, keepsList }, request.headers)
  if (!deleted.ok) {
    logRefusal(context, 'close-account', deleted.code)
    return data({ code: deleted.code }, 400)
  }
  const headers = deleted.cookies.map((cookie): [string, string] => ['set-cookie', cookie])
  return redirect(paths.accountDeleted(), { headers, status: 303 })
}

/** Says what goes and what the law has us keep, and asks for the password before it is done. */
export default function CloseAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MembersPage title={copy.title} view="account">
      <form method="post" className={styles.form}>
        <p>{copy.goes}</p>
        <p>{copy.stays}</p>
        {loaderData.isListed && (
          <>
            <input type="hidden" name="list-shown" value="yes" />
            <Checkbox
              label={copy.list}
              name="list"
              value="yes"
              defaultChecked
              hint={copy.listHint}
            />
          </>
        )}
        <p>
          <a href={paths.yourData()} download>
            {accountCopy.yourData.download}
          </a>
        </p>
        {actionData && <Notice tone="bad">{identitySentence(actionData.code)}</Notice>}
        <PasswordField
          label={copy.password}
          name="password"
          autoComplete="current-password"
          hint={copy.passwordHint}
        />
        <div className={cluster(2)}>
          <Button>{copy.close}</Button>
          <ButtonLink href={paths.members('account')} kind="secondary">
            {copy.keep}
          </ButtonLink>
        </div>
      </form>
    </MembersPage>
  )
}
