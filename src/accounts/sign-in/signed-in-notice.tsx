import { paths } from '#platform/http/paths.rules.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { card, cluster } from '#ui/layout.ts'

/** On pages for visitors: tells a signed-in user so, with a link onward. */
export function SignedInNotice({ to }: { to?: string | undefined }) {
  const viewer = useSiteSettings()?.viewer
  if (!viewer) return null
  const isStaff = viewer.role === 'staff'
  return (
    <div className={classes(cluster([2, 3], { justify: 'between' }), card)}>
      <p>You are already signed in.</p>
      <ButtonLink href={to || (isStaff ? paths.admin() : paths.members())}>
        {to ? 'Continue' : isStaff ? 'Go to the admin' : 'Go to your account'}
      </ButtonLink>
    </div>
  )
}
