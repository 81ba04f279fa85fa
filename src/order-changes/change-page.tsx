import type { ReactNode } from 'react'
import { useActionData } from 'react-router'

import { RefusalNotice } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { stack } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'

import { whyNoChangeText } from './order-changes.copy.ts'
import type { ChangesOfOrder } from './view-changes.actions.server.ts'

export const metaOfChange = (args: Parameters<typeof unlistedMeta>[0], title: string) => [
  ...unlistedMeta(args, title),
  // The address of a guest's page must not reach other sites.
  { name: 'referrer', content: 'same-origin' },
]

type Props = {
  changes: ChangesOfOrder
  title: string
  /** It only lets a held box go, which is possible after any number of changes. */
  isRelease?: boolean
  children: ReactNode
}

/** A page for one change, in the members' area or by a guest's link; it says where it can't be made any more. */
export function ChangePage({ changes, title, isRelease, children }: Props) {
  const { number, page, isByLink } = changes
  const whyNot = isRelease && changes.whyNot === 'too-many' ? null : changes.whyNot
  const why = whyNot && whyNoChangeText.buyer[whyNot]
  const refusal = useActionData<Partial<Sent>>()?.refusal
  const content = (
    <div className={stack(3, { width: 36, text: 'anywhere' })}>
      <RefusalNotice />
      {/* Not once more below the refusal that says it. */}
      {why ? why !== refusal && <p>{why}</p> : children}
      <p>
        <a href={page}>Back to order K-{number}</a>
      </p>
    </div>
  )
  return isByLink ? (
    <Page narrow kicker={`Order K-${number}`} title={title}>
      {content}
    </Page>
  ) : (
    <MembersPage title={title} intro={`Order K-${number}`} view="orders">
      {content}
    </MembersPage>
  )
}
