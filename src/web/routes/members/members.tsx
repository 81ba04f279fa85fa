import { shopContext } from '#web/context.ts'
import { memberOf, requireMember } from '#web/guards.ts'

import type { Route } from './+types/members'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireMember]

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  return { firstName: viewer.firstName, ...(await context.get(shopContext).viewCart(viewer)) }
}

export default function Members({ loaderData }: Route.ComponentProps) {
  return (
    <main>
      <h1>{loaderData.firstName}</h1>
      <p>Welcome to your account!</p>
    </main>
  )
}
