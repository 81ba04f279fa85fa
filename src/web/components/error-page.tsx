import { isRouteErrorResponse, useLocation } from 'react-router'

import { errorCopy } from '#domain/copy/errors.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

import styles from './error-page.module.css'
import { useHouse } from './house.ts'
import { MissingPage } from './missing-page.tsx'
import { PublicShell } from './public-shell.tsx'

/** The page for what went wrong: nothing of its inside, and a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const house = useHouse()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) {
    return (
      <PublicShell>
        <Title words={errorCopy.notFound.title} />
        <MissingPage />
      </PublicShell>
    )
  }
  const words = status === 403 ? errorCopy.staffOnly : errorCopy.unexpected
  return (
    <PublicShell>
      <Title words={words.title} />
      <Page title={words.title} intro={words.text} centered>
        <div className={styles.on}>
          {status >= 500 && <TryAgain />}
          <ButtonLink href={paths.home()} kind={status >= 500 ? 'secondary' : 'primary'}>
            {errorCopy.home}
          </ButtonLink>
          {status >= 500 && house && (
            <p className={styles.id}>
              {errorCopy.requestId} <code>{house.requestId}</code>
            </p>
          )}
        </div>
      </Page>
    </PublicShell>
  )
}

/** The same address as a document: it needs nothing of what is on this page. */
function TryAgain() {
  const { pathname, search } = useLocation()
  return <ButtonLink href={pathname + search}>{errorCopy.again}</ButtonLink>
}

/** In the head: the route whose `meta` would say it has failed. */
function Title({ words }: { words: string }) {
  return <title>{`${words} · ${useHouse()?.site.title ?? 'Kohue'}`}</title>
}
