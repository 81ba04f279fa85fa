import { Form } from 'react-router'

import { Bottle } from '#catalogue/pictures/bottle.tsx'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { levelName } from '#platform/club/club.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { dashboardCopy, membersCopy } from '#platform/layout/members.copy.ts'
import { usePageUrl } from '#platform/layout/use-page-url.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import { useCart } from '#storefront/cart/cart-provider.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Engraving } from '#ui/engraving.tsx'
import { grid } from '#ui/layout.ts'
import { isPictureName } from '#ui/pictures.ts'
import { Price } from '#ui/price.tsx'

import { AllocatedWines, useAllocatedWines } from './allocated-wines.tsx'

import styles from './dashboard.module.css'

type Props = { isClubMember: boolean; level: number }

/** Two cards: to the shop, and to the club. */
export function Dashboard({ isClubMember, level }: Props) {
  const here = usePageUrl(false)
  return (
    <div className={grid(18, 3)}>
      <AcquireCard />
      <section className={styles.card} aria-labelledby="club">
        <div className={styles.peak}>
          <Engraving name="peak" />
        </div>
        <h2 id="club">{dashboardCopy.clubTitle}</h2>
        {isClubMember ? (
          <>
            <p>{dashboardCopy.active(levelName(level))}</p>
            <ButtonLink href={paths.members('membership')}>{dashboardCopy.access}</ButtonLink>
          </>
        ) : (
          <>
            <p>{dashboardCopy.clubText}</p>
            <Form method="post" action={paths.interest()}>
              <input type="hidden" name="in" value="club" />
              <input type="hidden" name="to" value={here} />
              <Button>{dashboardCopy.moreInfo}</Button>
            </Form>
          </>
        )}
      </section>
    </div>
  )
}

/** What is set aside for this customer; else a wine that they may buy, or one that is not closed. */
function AcquireCard() {
  const { products } = useCart()
  const allocated = useAllocatedWines()
  const wine =
    products.find((product) => whyNotAdd(product) === null) ??
    allocated[0]?.product ??
    products.find(({ releaseState }) => releaseState !== 'closed')
  return (
    <section className={styles.card} aria-labelledby="acquire">
      {wine && isPictureName(wine.image) && (
        <Bottle name={wine.image} alt="" three className={styles.stage} sizes="9rem" />
      )}
      <h2 id="acquire">
        {allocated.length > 0 ? dashboardCopy.setAside : dashboardCopy.acquireTitle}
      </h2>
      {allocated.length > 0 ? (
        <AllocatedWines />
      ) : wine ? (
        <p>
          {wine.title}
          <br />
          <Price large per={`per ${wine.subtitle}`}>
            {formatPrice(wine.price)}
          </Price>
        </p>
      ) : (
        <p>{dashboardCopy.acquireText}</p>
      )}
      <ButtonLink href={paths.members('current')}>{membersCopy.startShopping}</ButtonLink>
    </section>
  )
}
