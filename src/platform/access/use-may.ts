import { useSiteSettings } from '../layout/use-site-settings.ts'
import type { StaffAction } from './access.rules.ts'
import { may } from './access.rules.ts'

/** Whether the viewer may do something; the server checks it again. */
export function useMay(): (action: StaffAction) => boolean {
  const viewer = useSiteSettings()?.viewer
  return (action) => (viewer ? may(viewer, action) : false)
}

/** The parts of the admin that the viewer may open, in the order of its navigation. */
export const useParts = () => useSiteSettings()?.viewer?.adminParts ?? []

/** Whether the viewer may open an address of the admin. */
export function useMayOpen(): (href: string) => boolean {
  const parts = useParts()
  return (href) => parts.some(({ page }) => href.startsWith(page))
}
