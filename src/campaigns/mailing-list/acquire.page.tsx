import { SignedInNotice } from '#accounts/sign-in/signed-in-notice.tsx'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, cover, letters, stack } from '#ui/layout.ts'
import { Picture } from '#ui/picture.tsx'

import type { Route } from './+types/acquire.page'
import { acquireCopy as copy } from './acquire.copy.ts'

import styles from './acquire.page.module.css'

export const handle: Handle = { cached: 'text', inSitemap: true, redirected: true }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Acquire',
    description: 'Kohue wines are offered to the members of our mailing list, release by release.',
  })

export default function Acquire() {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  return (
    <main id="content" tabIndex={-1} className={styles.acquire}>
      <Picture
        name="bottle-on-stone"
        alt=""
        sizes="(width >= 62rem) 58vw, 75vw"
        priority
        className={cover}
      />
      <div className={classes(stack(3, { width: 40 }), styles.words)}>
        <h1 className={letters.title}>{copy.title}</h1>
        <p>{copy.text}</p>
        {isSignedIn ? (
          <SignedInNotice to={paths.members('current')} />
        ) : (
          <p className={cluster(2)}>
            <ButtonLink href={paths.join()}>{copy.join}</ButtonLink>
            <ButtonLink href={paths.login()} kind="secondary">
              {copy.login}
            </ButtonLink>
          </p>
        )}
      </div>
    </main>
  )
}
