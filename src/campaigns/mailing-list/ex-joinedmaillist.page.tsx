import { mailingListCopy as copy } from '#accounts/consent/mailing-list.copy.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { ButtonLink } from '#ui/button.tsx'

import type { Route } from './+types/ex-joinedmaillist.page'

export const handle: Handle = { cached: 'text', redirected: true }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'You are on the list',
    description:
      'You are on the Kohue mailing list, and will hear about each release before it opens.',
  })

export default function JoinedMailingList() {
  return (
    <Ending kind="joined" title={copy.joinedTitle} text={<p>{copy.joined}</p>}>
      <ButtonLink href={paths.ourWines()}>{copy.next}</ButtonLink>
    </Ending>
  )
}
