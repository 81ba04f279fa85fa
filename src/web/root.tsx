import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'

import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'

import type { Route } from './+types/root'
import { AgeGateOverlay } from './components/age-gate.tsx'
import { ErrorPage } from './components/error-page.tsx'
import { FlashNotice } from './components/flash-notice.tsx'
import { useHouse } from './components/house.ts'
import type { Site } from './context.ts'
import { requestContext, siteContext, viewerContext } from './context.ts'
import { passFlash, tellFlash } from './flash.ts'
import { hereOf, identifyViewer } from './guards.ts'
import type { Handle } from './handle.ts'
import cinzel from './ui/fonts/cinzel.woff2?url'
import garamond from './ui/fonts/eb-garamond.woff2?url'
import sans from './ui/fonts/source-sans.woff2?url'

export const middleware: Route.MiddlewareFunction[] = [identifyViewer, passFlash]

/** What every page is told: who is asking, the house's details, and whether the gate is shut. */
export function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const { ageGate, id } = context.get(requestContext)
  return {
    ageGate,
    requestId: id,
    here: hereOf(url),
    flash: tellFlash(context),
    site: toldOf(context.get(siteContext)),
    viewer: viewer && { role: viewer.role },
  }
}

/** What of the house concerns any page. */
const toldOf = ({ signIn: { google, captcha }, ...site }: Site) => ({
  ...site,
  signIn: { google, captcha },
})

/**
 * Cookies and the gate change with documents only; client navigations keep what they have, and so
 * does a form that was refused: the network may be gone.
 */
export const shouldRevalidate = ({
  formAction,
  actionStatus,
}: {
  formAction?: string
  actionStatus?: number
}) => Boolean(formAction) && (actionStatus ?? 200) < 400

/** The document: every page, also the one for what went wrong, stands behind the gate. */
export function Layout({ children }: { children: ReactNode }) {
  const interactive = useMatches().some(
    (match) => (match.handle as Handle | undefined)?.interactive,
  )
  const house = useHouse()
  const gate = house?.ageGate ?? 'open'
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f3eadb" />
        {[cinzel, garamond, sans].map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/icons/icon-180.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        <div id="house" inert={gate !== 'open'}>
          <a className="skip-link" href="#content">
            Skip to the content
          </a>
          <FlashNotice flash={house?.flash ?? null} />
          {children}
        </div>
        {house && gate !== 'open' && (
          <AgeGateOverlay
            state={gate}
            responsibilityUrl={house.site.responsibilityUrl}
            returnTo={house.here}
          />
        )}
        {interactive && <ScrollRestoration />}
        {interactive && <Scripts />}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
