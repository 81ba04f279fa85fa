import { isRouteErrorResponse, useLocation } from 'react-router'

import { ButtonLink } from '#ui/button.tsx'

import { paths } from '../http/paths.rules.ts'
import { Ending } from './ending.tsx'
import { errorCopy, errorWords } from './errors.copy.ts'
import { isUnreached } from './network-error.tsx'
import { PublicShell } from './public-shell.tsx'
import { useSiteSettings } from './use-site-settings.ts'

/** The page of an error: no internal details, and links onward. */
export function ErrorPage({ error }: { error: unknown }) {
  const site = useSiteSettings()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isAway = isUnreached(error)
  const words = isAway ? errorCopy.unreached : errorWords(status)
  return (
    <PublicShell>
      <Title words={words.title} />
      <Ending
        kind="missing"
        title={words.title}
        text={<p>{words.text}</p>}
        note={
          status >= 500 &&
          !isAway &&
          site && (
            <>
              {errorCopy.requestId} <code>{site.requestId}</code>
            </>
          )
        }
      >
        {status >= 500 && <TryAgain />}
        <ButtonLink href={paths.home()} kind={status >= 500 ? 'secondary' : 'primary'}>
          {errorCopy.home}
        </ButtonLink>
      </Ending>
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
