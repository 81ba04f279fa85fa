import { redirect } from 'react-router'

import { accountCopy } from '#accounts/account/account.copy.ts'
import { viewerContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'

import type { Route } from './+types/account-deleted.page'

const copy = accountCopy.closing

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.doneTitle)

/** Who is signed in has an account. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(viewerContext)) throw redirect(paths.members('account'))
  return null
}

/** Where deleting one's account ends. */
export default function AccountDeleted() {
  return (
    <Page title={copy.doneTitle} intro={copy.done} centered>
      <p className={cluster(0, { justify: 'center' })}>
        <ButtonLink href={paths.home()}>{copy.toHome}</ButtonLink>
      </p>
    </Page>
  )
}
