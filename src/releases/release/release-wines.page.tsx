import { Form, Link } from 'react-router'

import { adminWineCopy } from '#catalogue/wines/admin-wines.copy.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { atMost, cluster, divided, letters, stack } from '#ui/layout.ts'
import { UnbrokenWords } from '#ui/unbroken.tsx'

import type { Route } from './+types/release-wines.page'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { loadRelease } from './load-release.ts'
import { metaOfPart, ReleasePage } from './release-page.tsx'
import { saveReleaseWines } from './save-release.actions.server.ts'
import { choosableWines } from './staff-releases.store.server.ts'

export const meta: Route.MetaFunction = (args) => metaOfPart(args, 'Wines')

const page = staffPage({
  needs: 'manage-releases',
  load: async ({ db, params }) => ({
    release: await loadRelease(db, params),
    wines: await choosableWines(db),
  }),
  actions: { save: saveReleaseWines },
})
export const loader = page.loader
export const action = page.action
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export default function ReleaseWinesPage({ loaderData }: Route.ComponentProps) {
  const { release, wines } = loaderData
  const isDraft = release.phase === 'draft'
  const order = release.wines.map(({ id }) => id)
  const chosen = order.flatMap((id) => wines.find((wine) => wine.id === id) ?? [])
  const others = wines
    .filter(({ id }) => !order.includes(id))
    // What another release keeps can't be added, so it comes last.
    .toSorted((one, other) => Number(one.isKept) - Number(other.isKept))
  const priceOf = (id: string) => release.wines.find((wine) => wine.id === id)?.priceCents
  return (
    <ReleasePage release={release} tab="wines">
      <div className={stack(3, { text: 'sans' })}>
        {chosen.length === 0 && (
          <p className={letters.intro}>
            {wines.length === 0 ? 'Create a wine first.' : 'No wine is chosen yet.'}
          </p>
        )}
        <ol className={classes(divided(1), atMost(56))}>
          {chosen.map((wine, index) => (
            <li key={wine.id} className={cluster([0, 2], { justify: 'between' })}>
              <span>
                <Link to={paths.wine(wine.id)}>{wine.title}</Link>{' '}
                <span className={letters.quiet}>
                  <UnbrokenWords text={wine.subtitle} />
                  {priceOf(wine.id) !== undefined && ` · ${formatPrice(priceOf(wine.id)!)}`}
                </span>
              </span>
              {isDraft && (
                <Form method="post" className={cluster([0, 2])} preventScrollReset>
                  <Seen version={release.version} />
                  {waysOf(order, index).map(([way, after]) => (
                    <Button
                      key={way}
                      kind="quiet"
                      name="order"
                      value={after.join(',')}
                      aria-label={`${way}: ${wine.title}, ${wine.subtitle}`}
                    >
                      {way}
                    </Button>
                  ))}
                </Form>
              )}
            </li>
          ))}
        </ol>
        {isDraft && others.length > 0 && (
          <Form method="post" preventScrollReset className={stack(1)}>
            <Seen version={release.version} />
            <h2 id="other-wines" className={letters.strong}>
              Other wines
            </h2>
            <ul aria-labelledby="other-wines" className={classes(divided(1), atMost(56))}>
              {others.map(({ id, title, subtitle, release: name, isKept }) => (
                <li key={id} className={cluster([0, 2], { justify: 'between' })}>
                  <span>
                    {title}{' '}
                    <span className={letters.quiet}>
                      <UnbrokenWords text={subtitle} />
                      {name && ` · ${isKept ? copy.wineIn(name) : copy.wineLastIn(name)}`}
                    </span>
                  </span>
                  {!isKept && (
                    <Button
                      kind="quiet"
                      name="order"
                      value={[...order, id].join(',')}
                      aria-label={`Add: ${title}, ${subtitle}`}
                    >
                      Add
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Form>
        )}
        <p>
          <Link to={paths.newWine()}>{adminWineCopy.add}</Link>
        </p>
      </div>
    </ReleasePage>
  )
}

const Seen = ({ version }: { version: number }) => (
  <>
    <input type="hidden" name="intent" value="save" />
    <input type="hidden" name="version" value={version} />
  </>
)

/** The ways to change the place of a wine, each with the order after it. */
function waysOf(order: readonly string[], at: number): (readonly [string, string[]])[] {
  const others = order.toSpliced(at, 1)
  const placed = (index: number) => others.toSpliced(index, 0, order[at]!)
  return [
    ...(at > 0 ? [['Move up', placed(at - 1)] as const] : []),
    ...(at < order.length - 1 ? [['Move down', placed(at + 1)] as const] : []),
    ['Remove', others],
  ]
}
