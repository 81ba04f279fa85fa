import { joinCopy as copy } from '#domain/copy/join.ts'
import { paths } from '#domain/paths.ts'
import { useSiteSettings } from '#web/components/layout/use-site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'

import styles from './signed-in-notice.module.css'

/** On pages that ask visitors in: someone signed in is told so, and led on. */
export function SignedInNotice({ to }: { to?: string | undefined }) {
  if (!useSiteSettings()?.viewer) return null
  return (
    <div className={styles.notice}>
      <p>{copy.signedIn}</p>
      <ButtonLink href={to || paths.members()}>{to ? copy.goOn : copy.toAccount}</ButtonLink>
    </div>
  )
}
