import type { Handle } from '#platform/http/handle.ts'
import { joinCopy as copy } from './join.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { MailingListForm } from './mailing-list-form.tsx'
import { SignedInNotice } from '#accounts/sign-in/signed-in-notice.tsx'
import { Section } from '#platform/layout/section.tsx'
import { pageMeta } from '#platform/http/page-meta.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/join.page'
import styles from './join.page.module.css'

export const handle: Handle = { cached: 'form', inSitemap: true, redirected: true }
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'join')

export const loader = () => ({ shownAt: Date.now() })

export default function Join({ loaderData }: Route.ComponentProps) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      <SignedInNotice />
      <Section id="the-list" title={copy.list.title} className={styles.way}>
        <p>{copy.list.text}</p>
        <MailingListForm shownAt={loaderData.shownAt} />
      </Section>
      {!isSignedIn && (
        <Section id="an-account" title={copy.account.title} className={styles.way}>
          <p>{copy.account.text}</p>
          <p className={cluster([1.5, 3], { text: 'sans' })}>
            <ButtonLink href={paths.register()} kind="secondary">
              {copy.account.action}
            </ButtonLink>
            <span>
              {copy.known} <a href={paths.login()}>{copy.login}</a>
            </span>
          </p>
        </Section>
      )}
    </FormPage>
  )
}
