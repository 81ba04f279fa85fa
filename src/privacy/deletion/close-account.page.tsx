import { accountCopy } from '#accounts/account/account.copy.ts'
import { isOnListToo } from '#accounts/account/view-account.actions.server.ts'
import { RefusalNotice } from '#platform/action/action-form.tsx'
import { customerPage } from '#platform/action/customer-page.server.ts'
import { boxesOf } from '#platform/action/sent-form.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { atMost, cluster } from '#ui/layout.ts'
import { PasswordField } from '#ui/password-field.tsx'

import type { Route } from './+types/close-account.page'
import { closeAccount } from './delete-account.actions.server.ts'

const copy = accountCopy.closing

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = customerPage({
  for: 'member',
  load: async ({ services, viewer }) => ({
    email: viewer.email,
    isListed: await isOnListToo(services, viewer),
  }),
  actions: closeAccount,
})
export const loader = page.loader
export const action = page.action

/** Says what goes and what the law has us keep, and asks for the password before it is done. */
export default function CloseAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MembersPage title={copy.title} view="account">
      <form method="post">
        <Block id="goes" title={copy.goesTitle}>
          <p>{copy.goes}</p>
          {loaderData.isListed && (
            <>
              <input type="hidden" name="list-shown" value="yes" />
              <Checkbox
                label={copy.list}
                value="yes"
                hint={copy.listHint}
                {...boxesOf(actionData, { list: true })('list')}
              />
            </>
          )}
        </Block>
        <Block id="stays" title={copy.staysTitle}>
          <p>{copy.stays}</p>
          <p>
            <a href={paths.yourData()} download>
              {accountCopy.yourData.download}
            </a>
          </p>
        </Block>
        <Block id="confirm" title={copy.confirmTitle}>
          <RefusalNotice />
          <PasswordField
            label={copy.password}
            name="password"
            autoComplete="current-password"
            account={loaderData.email}
            hint={copy.passwordHint}
            className={atMost(26)}
          />
          <div className={cluster(2)}>
            <Button kind="danger">{copy.close}</Button>
            <ButtonLink href={paths.members('account')} kind="secondary">
              {copy.keep}
            </ButtonLink>
          </div>
        </Block>
      </form>
    </MembersPage>
  )
}
