import { mailingListCopy as copy } from '#domain/copy/mailing-list.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/ex-joinedmaillist'

export const meta: Route.MetaFunction = () => [{ title: `${copy.joinedTitle} · Kohue` }]

export default function JoinedMailingList() {
  return (
    <main>
      <h1>{copy.joinedTitle}</h1>
      <p>{copy.joined}</p>
      <a href={paths.ourWines()}>Our wines</a>
    </main>
  )
}
