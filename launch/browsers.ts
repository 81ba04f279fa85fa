import { existsSync } from 'node:fs'

import { CannotStart } from './cannot-start.mjs'
import { installFromDebian, mayInstall, pathOf } from './debian.ts'

const withWindow = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The path of the Chromium that tests and measurements use: CHROMIUM, or the lightest that is installed.
 * On Debian, as root, a missing one is installed first. Throws `CannotStart` where there is none.
 */
export function findChromium({ headed = false } = {}): string {
  if (process.env['CHROMIUM']) return process.env['CHROMIUM']
  // Its measures are those that the fallback of each typeface carries (src/ui/fonts.css).
  if (mayInstall()) installFromDebian('fonts-liberation')
  const other = withWindow.find(existsSync)
  if (headed && other) return other
  // Without a window it takes half the processor time of the whole browser.
  const name = headed ? 'chromium' : 'chromium-headless-shell'
  const failure = installFromDebian(name)
  const path = failure ? other : pathOf(name)
  if (!path) throw new CannotStart(`This needs Chromium, or its path in CHROMIUM: ${failure}`)
  return path
}

/** The path of Firefox, or null where there is none. */
export const firefoxPath = () => pathOf('firefox-esr')

/** The path of WebKitGTK's small browser, or null where it, its driver or Xvfb is missing. */
export const webKitPath = () => {
  if (!pathOf('webkit2gtk-driver') || !pathOf('xvfb')) return null
  return (
    ['x86_64', 'aarch64']
      .flatMap((machine) =>
        ['4.1', '4.0'].map((api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`),
      )
      .find(existsSync) ?? null
  )
}
