import { Link } from 'react-router'

import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { cardCopy, keptCardsCopy } from '#checkout/card/card.copy.ts'
import { removeKeptCard, viewKeptCards } from '#checkout/card/kept-cards.actions.server.ts'
import { RefusalNotice } from '#platform/action/action-form.tsx'
import { customerPage } from '#platform/action/customer-page.server.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { membersCopy } from '#platform/layout/members.copy.ts'
import { NothingYet } from '#platform/layout/nothing-yet.tsx'
import { Button } from '#ui/button.tsx'
import { cluster, divided, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/kept-cards.page'

const title = 'Saved cards'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

const page = customerPage({
  for: 'member',
  load: async ({ services, db, viewer, request }) =>
    viewKeptCards(services, await userById(db, viewer.id), clientAddressOf(request.headers)),
  actions: removeKeptCard,
})
export const loader = page.loader
export const action = page.action

/** The user's saved cards at the payment provider, each removable. */
export default function KeptCardsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cards, whyIncomplete } = loaderData
  return (
    <MembersPage title={title} intro="Stored by our payment provider, never by us." view="account">
      <RefusalNotice />
      {whyIncomplete && !actionData && (
        <Notice tone="bad">{keptCardsCopy.missing[whyIncomplete]}</Notice>
      )}
      {!whyIncomplete && cards.length === 0 ? (
        <NothingYet
          title={title}
          text="No saved cards. You can keep one when you check out."
          action={membersCopy.startShopping}
        />
      ) : (
        <div className={stack(3, { width: 44, text: 'sans' })}>
          <ul className={divided(2)}>
            {cards.map((card) => (
              <li key={card.id} className={cluster([1.5, 3], { justify: 'between' })}>
                <span>{cardCopy.keptCard(card)}</span>
                <form method="post">
                  <input type="hidden" name="card" value={card.id} />
                  <Button kind="danger">
                    Remove <span className="visually-hidden">{cardCopy.keptCard(card)}</span>
                  </Button>
                </form>
              </li>
            ))}
          </ul>
          <p>
            <Link to={paths.members('account')}>Back to my account</Link>
          </p>
        </div>
      )}
    </MembersPage>
  )
}
