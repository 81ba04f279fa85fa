import type { StaffAction } from './access.rules.ts'
import { may } from './access.rules.ts'
import { actionOfPage } from '../admin/parts.rules.ts'
import { useSiteSettings } from '../layout/use-site-settings.ts'

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
