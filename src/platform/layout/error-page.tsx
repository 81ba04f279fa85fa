import { isRouteErrorResponse, useLocation } from 'react-router'

import { errorCopy, errorWords } from './errors.copy.ts'
import { paths } from '../http/paths.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'

import styles from './error-page.module.css'
import { useSiteSettings } from './use-site-settings.ts'
import { MissingPage } from './missing-page.tsx'
import { PublicShell } from './public-shell.tsx'

/** The page of an error: no internal details, and links onward. */
export function ErrorPage({ error }: { error: unknown }) {
  const site = useSiteSettings()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) {
    return (
      <PublicShell>
        <Title words={errorCopy.notFound.title} />
        <MissingPage />
      </PublicShell>
    )
  }
  const words = errorWords(status)
  return (
    <PublicShell>
      <Title words={words.title} />
      <Page title={words.title} intro={words.text} centered>
        <div className={stack(4, { align: 'center' })}>
          {status >= 500 && <TryAgain />}
          <ButtonLink href={paths.home()} kind={status >= 500 ? 'secondary' : 'primary'}>
            {errorCopy.home}
          </ButtonLink>
          {status >= 500 && site && (
            <p className={styles.id}>
              {errorCopy.requestId} <code>{site.requestId}</code>
            </p>
          )}
        </div>
      </Page>
    </PublicShell>
  )
}

/** A link to the same URL, which loads the document anew. */
function TryAgain() {
  const { pathname, search } = useLocation()
  return <ButtonLink href={pathname + search}>{errorCopy.again}</ButtonLink>
}

/** In the head: the route whose `meta` would say it has failed. */
function Title({ words }: { words: string }) {
  return <title>{`${words} · ${useSiteSettings()?.site.title ?? 'Kohue'}`}</title>
}
