import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { identityCalls } from '#accounts/sign-in/identity-calls.api.ts'
import {
  beginIdentityCalls,
  callerOf,
  headersOf,
  setCookies,
} from '#accounts/sign-in/identity.api.ts'
import type { Services } from '#platform/services/services.ts'

import { deleteAccount } from './delete-account.actions.server.ts'

/** The operation of the identity service that deletes an account, with all that is kept of a person. */
export const deleteAccountRoute: FastifyPluginAsyncZod<{ services: Services }> = async (
  app,
  { services },
) => {
  const { minLength } = services.settings.identity.passwordPolicy
  const succeeded = beginIdentityCalls(app, minLength)
  app.post('/delete', identityCalls.deleteAccount, async (request, reply) => {
    const proof = { password: request.body.password }
    const deleted = await deleteAccount(services, callerOf(request), proof, headersOf(request))
    setCookies(reply, succeeded(deleted).cookies)
    return {}
  })
}
