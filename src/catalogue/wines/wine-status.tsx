import { count } from '#platform/admin/admin.copy.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Fact } from '#platform/layout/fact.tsx'
import { formatPrice } from '#platform/text/money.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cluster, factList, fields, letters } from '#ui/layout.ts'
import { isPictureName } from '#ui/pictures.ts'

import { offers } from '../offers/offers.rules.ts'
import { Bottle } from '../pictures/bottle.tsx'
import { adminWinesCopy } from './admin-wines.copy.ts'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { releaseStates } from './catalogue.rules.ts'
import type { ViewedWine } from './view-wine.actions.server.ts'

import styles from './wine.module.css'

/** The status of a wine: picture, figures, price at the provider and release state. */
export function WineStatus({ wine, price, carts, release, isOffered }: Omit<ViewedWine, 'log'>) {
  const prices = {
    settings: 'From the settings',
    stored: wine.priceId,
    pending: 'Its price is being prepared',
  }
  const left = wine.stock === null ? null : wine.stock - wine.held - wine.sold - wine.promised
  const facts = [
    [adminWinesCopy.release, adminWinesCopy.sale({ ...wine, release })],
    [adminWinesCopy.price, formatPrice(wine.priceCents)],
    [adminWinesCopy.stock, wine.stock === null ? adminWinesCopy.noLimit : count(wine.stock)],
    [adminWinesCopy.held, count(wine.held)],
    [adminWinesCopy.sold, count(wine.sold)],
    [adminWinesCopy.promised, count(wine.promised)],
    [adminWinesCopy.left, left === null ? adminWinesCopy.noLimit : count(left)],
    ['Id', wine.id],
    ['Price at the provider', prices[price]],
  ] as const
  return (
    <div className={styles.top}>
      {isPictureName(wine.image) && (
        <Bottle name={wine.image} alt={wine.title} sizes="12rem" className={styles.bottle} />
      )}
      <div className={fields(40, 2)}>
        <dl className={factList()}>
          {facts.map(([label, value]) => (
            <Fact key={label} term={label}>
              {value}
            </Fact>
          ))}
        </dl>
        {release ? (
          <p>Its release decides when it is on sale.</p>
        ) : (
          <p className={cluster([1, 2])}>
            {releaseStates
              .filter((state) => state !== wine.releaseState)
              .map((state) => (
                <ButtonLink key={state} kind="secondary" href={paths.wineState(wine.id, state)}>
                  {copy.states[state]}
                </ButtonLink>
              ))}
            <span className={letters.quiet}>{copy.cartsWithIt(carts)}</span>
          </p>
        )}
        {isOffered ? (
          <p>This case is sold on /offering.</p>
        ) : (
          wine.id !== offers.offer1.productId &&
          price !== 'pending' && (
            <ButtonForm action={paths.wine(wine.id)} kind="quiet" intent="offer">
              Sell this case on /offering
            </ButtonForm>
          )
        )}
      </div>
    </div>
  )
}
