import { requestEmailConfirmation } from '#accounts/email-change/change-email.actions.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { Services } from '#platform/services/services.ts'

/**
 * Sends the confirmation link to a user who reached the limit on unconfirmed holds; it leads back
 * to the cart. Within the rate limit of such emails nothing is sent again.
 */
export async function askToConfirm(services: Services, userId: string): Promise<void> {
  const user = await userById(services.db, userId)
  if (user && !user.emailVerified) await requestEmailConfirmation(services, user, 'cart')
}
