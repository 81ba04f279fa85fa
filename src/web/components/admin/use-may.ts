import type { StaffAction } from '#domain/admin/access.ts'
import { may } from '#domain/admin/access.ts'
import { actionOfPage } from '#domain/admin/parts.ts'
import { useSiteSettings } from '#web/components/layout/use-site-settings.ts'

/** Whether the viewer may do something; the server checks it again. */
export function useMay(): (action: StaffAction) => boolean {
  const viewer = useSiteSettings()?.viewer
  return (action) => (viewer ? may(viewer, action) : false)
}

/** Whether the viewer may open an address of the admin. */
export function useMayOpen(): (href: string) => boolean {
  const mayDo = useMay()
  return (href) => mayDo(actionOfPage(href))
}
