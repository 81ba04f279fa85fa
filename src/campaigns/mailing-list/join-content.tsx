import { SignedInNotice } from '#accounts/sign-in/signed-in-notice.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Section } from '#platform/layout/section.tsx'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, ruled, stack } from '#ui/layout.ts'
import { FormPage } from '#ui/page.tsx'

import { joinCopy as copy } from './join.copy.ts'
import type { MailingListFormProps } from './mailing-list-form.tsx'
import { MailingListForm } from './mailing-list-form.tsx'

const way = classes(stack(2), ruled(3))

/** The list with its form, and the way to an account. */
export function JoinContent(form: Omit<MailingListFormProps, 'isOnJoin'>) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      <SignedInNotice />
      <Section id="the-list" title={copy.list.title} className={isSignedIn ? stack(2) : way}>
        <p>{copy.list.text}</p>
        <MailingListForm {...form} isOnJoin />
      </Section>
      {!isSignedIn && (
        <Section id="an-account" title={copy.account.title} className={way}>
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
