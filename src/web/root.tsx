import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'

import type { Route } from './+types/root'
import { AgeGateOverlay } from './components/age-gate.tsx'
import { ErrorPage } from './components/error-page.tsx'
import { requestContext, siteContext, viewerContext } from './context.ts'
import { identifyViewer } from './guards.ts'
import './ui/tokens.css'
import './ui/base.css'

export const middleware: Route.MiddlewareFunction[] = [identifyViewer]

/** What every page is told: who is asking, the house's details, and whether the gate is shut. */
export function loader({ request, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const { ageGate, id, nonce } = context.get(requestContext)
  return {
    ageGate,
    requestId: id,
    nonce,
    here: new URL(request.url).pathname,
    site: context.get(siteContext),
    viewer: viewer && { firstName: viewer.firstName, role: viewer.role },
  }
}

/** Cookies and the gate change with documents only; client navigations keep what they have. */
export const shouldRevalidate = ({ formAction }: { formAction?: string }) => Boolean(formAction)

/** Routes say `handle = { interactive: true }` when they need the framework in the browser. */
type Handle = { interactive?: boolean } | undefined

export function Layout({ children }: { children: ReactNode }) {
  const interactive = useMatches().some((match) => (match.handle as Handle)?.interactive)
  const nonce = useNonce()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {interactive && <ScrollRestoration nonce={nonce} />}
        {interactive && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

function useNonce(): string | undefined {
  const root = useMatches().find((match) => match.id === 'root')
  return (root?.loaderData as { nonce?: string } | undefined)?.nonce
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { ageGate, site, here } = loaderData
  const shut = ageGate !== 'open'
  return (
    <>
      <div id="house" inert={shut}>
        <Outlet />
      </div>
      {shut && <AgeGateOverlay state={ageGate} site={site} returnTo={here} />}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
