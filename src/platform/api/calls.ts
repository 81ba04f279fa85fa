import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { Services } from '#platform/services/services.ts'

/** What calls are handed. Over HTTPS only cookies whose name begins with `__Host-` are read. */
type CallOptions = { services: Services; publicUrl: string }

/** Calls under `/api` that a module contributes. */
export type Calls = {
  routes: FastifyPluginAsyncZod<CallOptions> | FastifyPluginAsync<CallOptions>
  /** Of their addresses, after `/api`. */
  prefix?: string
  /** An outside service makes them: without a login session, and with a signature over the raw body. */
  isWebhook?: true
}
