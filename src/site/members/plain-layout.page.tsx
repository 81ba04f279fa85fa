import type { Handle } from '#platform/http/handle.ts'

/** The members' layout for pages that bring scripts of their own: without the framework in the browser. */
export {
  default,
  ErrorBoundary,
  loader,
  middleware,
  shouldRevalidate,
} from './members-layout.page.tsx'

export const handle: Handle = { leadsToPayment: true }
