import type { RouterContextProvider } from 'react-router'

import { servicesContext } from './context.ts'
import { httpError } from './http-error.ts'

type Args = { request: Pick<Request, 'headers'>; context: Readonly<RouterContextProvider> }

/** Called by each action whose form causes an email: a headless client gets 451 where configured. */
export async function refuseHeadless({ request, context }: Args): Promise<void> {
  const { mail } = context.get(servicesContext)
  const refused = mail.rules.whyNotTake(request.headers.get('user-agent'))
  if (refused) throw httpError(451)
}
