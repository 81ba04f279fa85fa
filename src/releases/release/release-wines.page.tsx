import { Form, Link } from 'react-router'

import { adminWineCopy } from '#catalogue/wines/admin-wines.copy.ts'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ReleasePage } from './release-page.tsx'
import styles from './release.module.css'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'
import { UnbrokenWords } from '#ui/unbroken.tsx'

import type { Route } from './+types/release-wines.page'
import { loadRelease } from './load-release.ts'
import { saveReleaseWines } from './save-release.actions.server.ts'
import { choosableWines } from './staff-releases.store.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Wines')

const page = staffPage({
  duty: 'manage-releases',
  load: async ({ db, params }) => ({
    release: await loadRelease(db, params),
    wines: await choosableWines(db),
  }),
  actions: { save: saveReleaseWines },
})
export const loader = page.loader
export const action = page.action

export default function ReleaseWinesPage({ loaderData }: Route.ComponentProps) {
  const { release, wines } = loaderData
  const isDraft = release.phase === 'draft'
  const shown = isDraft
    ? wines
    : wines.filter(({ id }) => release.wines.some((wine) => wine.id === id))
  const positionOf = (id: string) => {
    const index = release.wines.findIndex((wine) => wine.id === id)
    return index < 0 ? '' : index + 1
  }
  const priceOf = (id: string) => release.wines.find((wine) => wine.id === id)?.priceCents
  return (
    <ReleasePage release={release} tab="wines">
      <Form method="post" className={stack(3, { text: 'sans' })} key={release.version}>
        <input type="hidden" name="version" value={release.version} />
        <p className={letters.intro}>
          {shown.length === 0
            ? 'Create a wine first.'
            : 'Number the wines of this release in the order in which they are shown; leave empty those that are not in it.'}
        </p>
        <ol className={styles.wines}>
          {shown.map((wine) => (
            <li key={wine.id}>
              <input
                name={`wine.${wine.id}`}
                defaultValue={positionOf(wine.id)}
                aria-label={`Position of ${wine.title}`}
                inputMode="numeric"
                autoComplete="off"
                className={styles.small}
                readOnly={!isDraft}
              />
              <span>
                <Link to={paths.wine(wine.id)}>{wine.title}</Link>{' '}
                <span className={letters.quiet}>
                  <UnbrokenWords text={wine.subtitle} />
                  {priceOf(wine.id) !== undefined && ` · ${formatPrice(priceOf(wine.id)!)}`}
                  {wine.release &&
                    wine.releaseId !== release.id &&
                    ` · ${copy.wineIn(wine.release)}`}
                </span>
              </span>
            </li>
          ))}
        </ol>
        <div className={cluster(2, { text: 'tight' })}>
          {isDraft && shown.length > 0 && (
            <Button name="intent" value="save">
              {copy.save}
            </Button>
          )}
          <Link to={paths.newWine()}>{adminWineCopy.add}</Link>
        </div>
      </Form>
    </ReleasePage>
  )
}
