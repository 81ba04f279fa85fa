import { turnForStaff } from '#use-cases/admin/turn-for-staff.ts'
import type { Services, Staff } from '#use-cases/services.ts'

/** Lets customers sign in by a link sent to their address, or no longer. False for all but an owner. */
export const turnLoginLinks = (
  services: Services,
  viewer: Staff,
  isOn: boolean,
): Promise<boolean> =>
  turnForStaff(services, viewer, {
    name: 'sign-in-by-email',
    isOn,
    needs: 'manage-people',
    action: 'login-links-turned',
    subject: { kind: 'sign-in', id: 'sign-in-by-email', label: 'Sign in by email' },
  })
