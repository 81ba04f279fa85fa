import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import type { ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from 'react-router'

import type { Route } from './+types/root'
import { AgeGateOverlay } from './accounts/age-gate/age-gate.tsx'
import { identifyViewer } from './accounts/sessions/identify-viewer.ts'
import {
  ShippingPolicyDialog,
  ShippingPolicyLink,
} from './catalogue/destinations/shipping-policy.tsx'
import { KeepFocus } from './platform/form/keep-focus.tsx'
import { OneFormAtATime } from './platform/form/one-form-at-a-time.tsx'
import { readFlash } from './platform/http/flash.ts'
import { requireAge, requireConfirmed, showRefusal } from './platform/http/guards.ts'
import type { Handle } from './platform/http/handle.ts'
import { rootData } from './platform/http/root-data.ts'
import { viewTransitionStyle } from './platform/http/view-transition.ts'
import { ErrorPage } from './platform/layout/error-page.tsx'
import { FlashNotice, FlashProvider } from './platform/layout/flash-notice.tsx'
import { FooterPolicy } from './platform/layout/footer.tsx'
import { PageAnnouncer } from './platform/layout/page-announcer.tsx'
import lifecycle from './platform/layout/page-lifecycle.script.ts?script'
import { rehearsalNotice } from './platform/layout/rehearsal.copy.ts'
import { StaffStrip } from './platform/layout/staff-strip.tsx'
import { useSiteSettings } from './platform/layout/use-site-settings.ts'
import cinzel from './ui/fonts/cinzel.woff2?url'
import garamond from './ui/fonts/eb-garamond.woff2?url'
import sans from './ui/fonts/source-sans.woff2?url'

import rehearsalStyles from './platform/layout/rehearsal.css?url'
import gateFonts from './ui/fonts/gate.css?url'

export const middleware: Route.MiddlewareFunction[] = [
  requireAge,
  identifyViewer,
  requireConfirmed,
  showRefusal,
  readFlash,
]

export const loader = ({ url, context }: Route.LoaderArgs) => rootData(url, context)

/**
 * Cookies and the age gate change with documents only: client navigations keep the data, and so does
 * a refused form, since the network may be gone.
 */
export const shouldRevalidate = ({
  formAction,
  actionStatus,
}: {
  formAction?: string
  actionStatus?: number
}) => Boolean(formAction) && (actionStatus ?? 200) < 400

const policy = { Link: ShippingPolicyLink, Dialog: ShippingPolicyDialog }

/** The document. Every page stands behind the age gate, error pages too. */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  // An error page at the root stands alone; its data may not have reached the browser's router.
  const interactive =
    !useRouteError() && matches.some((match) => (match.handle as Handle | undefined)?.interactive)
  const site = useSiteSettings()
  const gate = site?.ageGate ?? 'open'
  const isRehearsal = site?.site.rehearsal
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f3eadb" />
        {gate === 'open' ? <Preloads /> : <link rel="stylesheet" href={gateFonts} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/icons/icon-180.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <style dangerouslySetInnerHTML={{ __html: viewTransitionStyle }} />
        <Meta />
        <Links />
        {isRehearsal && <link rel="stylesheet" href={rehearsalStyles} />}
      </head>
      <body data-signed-in={site?.viewer ? '' : undefined}>
        {isRehearsal && <p className="rehearsal">{rehearsalNotice}</p>}
        <div id="page" inert={gate !== 'open'}>
          <a className="skip-link" href="#content">
            Skip to the content
          </a>
          <StaffStrip />
          <FlashProvider flash={site?.flash ?? null}>
            <FlashNotice />
            <FooterPolicy value={policy}>{children}</FooterPolicy>
          </FlashProvider>
        </div>
        {site && gate !== 'open' && (
          <AgeGateOverlay
            state={gate}
            responsibilityUrl={site.site.responsibilityUrl}
            returnTo={site.here}
          />
        )}
        {(site?.viewer || gate !== 'open') && <script type="module" src={lifecycle} />}
        {interactive && (
          <>
            <OneFormAtATime />
            <KeepFocus />
            <PageAnnouncer />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

const Preloads = () =>
  [cinzel, garamond, sans].map((href) => (
    <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
  ))

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
