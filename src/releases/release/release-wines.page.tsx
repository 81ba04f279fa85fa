import { data, Form, Link } from 'react-router'

import { adminWineCopy } from '#catalogue/wines/admin-wines.copy.ts'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ReleasePage } from './release-page.tsx'
import styles from './release.module.css'
import { shopContext } from '#platform/http/context.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { found } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { versionIn } from '#platform/form/version-in.ts'
import { Button } from '#ui/button.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'
import { UnbrokenWords } from '#ui/unbroken.tsx'

import type { Route } from './+types/release-wines.page'
import { doneAt, loadRelease } from './load-release.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Wines')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { release } = await loadRelease(context, params.id)
  const wines = await context.get(shopContext).viewChoosableWines(memberOf(context))
  return { release, wines }
}

/** The wines with a number, in the order of their numbers. */
function chosenIn(form: FormData): string[] {
  return [...form]
    .filter(([name, value]) => name.startsWith('wine.') && /^\d{1,3}$/.test(String(value).trim()))
    .toSorted(([, a], [, b]) => Number(a) - Number(b))
    .map(([name]) => name.slice('wine.'.length))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const version = versionIn(form)
  const { shop, viewer } = callerOf(context)
  const saved = found(
    await shop.saveReleaseWines(viewer, params.id, { wines: chosenIn(form), version }),
  )
  if (saved.ok) return doneAt(context, paths.release(params.id, 'wines'), 'The wines are saved.')
  return data({ error: copy.errors[saved.reason] }, 409)
}

export default function ReleaseWinesPage({ loaderData, actionData }: Route.ComponentProps) {
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
    <ReleasePage release={release} tab="wines" error={actionData?.error ?? null}>
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
          {isDraft && shown.length > 0 && <Button>{copy.save}</Button>}
          <Link to={paths.newWine()}>{adminWineCopy.add}</Link>
        </div>
      </Form>
    </ReleasePage>
  )
}
