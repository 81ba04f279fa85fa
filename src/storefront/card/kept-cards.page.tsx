import { data } from 'react-router'

import { cardCopy, keptCardsCopy as copy } from '#checkout/card/card.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/kept-cards.page'
import styles from './kept-cards.page.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(shopContext).viewKeptCards(memberOf(context))
}

export async function action({ request, context }: Route.ActionArgs) {
  const card = (await request.formData()).get('card')
  if (typeof card !== 'string') throw data(null, { status: 400 })
  const outcome = await context.get(shopContext).removeKeptCard(memberOf(context), card)
  return data({ outcome }, { status: outcome === 'provider-away' ? 503 : 200 })
}

const outcomes = {
  removed: { tone: 'good', sentence: copy.removed },
  unknown: { tone: 'info', sentence: copy.unknown },
  'provider-away': { tone: 'bad', sentence: copy.away },
} as const

/** The user's saved cards at the payment provider, each removable. */
export default function KeptCardsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cards, isComplete } = loaderData
  const outcome = actionData && outcomes[actionData.outcome]
  const isEmpty = isComplete && cards.length === 0
  return (
    <MembersPage title={copy.title} intro={copy.intro} view="account">
      {outcome && <Notice tone={outcome.tone}>{outcome.sentence}</Notice>}
      {!isComplete && !outcome && <Notice tone="bad">{copy.away}</Notice>}
      <div>
        <Block id="cards" title={copy.saved}>
          {isEmpty && <p>{copy.none}</p>}
          {cards.length > 0 && (
            <ul className={styles.cards}>
              {cards.map((card) => (
                <li key={card.id} className={styles.card}>
                  <span>{cardCopy.keptCard(card)}</span>
                  <form method="post">
                    <input type="hidden" name="card" value={card.id} />
                    <Button kind="danger">
                      {copy.remove}{' '}
                      <span className="visually-hidden">{cardCopy.keptCard(card)}</span>
                    </Button>
                  </form>
                </li>
              ))}
            </ul>
          )}
          <p>
            <ButtonLink href={paths.members('account')} kind="secondary">
              {copy.back}
            </ButtonLink>
          </p>
        </Block>
      </div>
    </MembersPage>
  )
}
