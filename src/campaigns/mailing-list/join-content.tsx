import { SignedInNotice } from '#accounts/sign-in/signed-in-notice.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Section } from '#platform/layout/section.tsx'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'

import { joinCopy as copy } from './join.copy.ts'
import type { MailingListErrors } from './mailing-list-form.rules.ts'
import { MailingListForm } from './mailing-list-form.tsx'

import styles from './join-content.module.css'

type Props = { shownAt: number; result?: Partial<MailingListErrors> }

/** The list with its form, and the way to an account; `result` is what was wrong with the form. */
export function JoinContent({ shownAt, result }: Props) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      <SignedInNotice />
      <Section id="the-list" title={copy.list.title} className={styles.way}>
        <p>{copy.list.text}</p>
        {result?.alert && <Notice tone="bad">{result.alert}</Notice>}
        <MailingListForm shownAt={shownAt} result={result} isOnJoin />
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
