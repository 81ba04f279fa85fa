import { existsSync } from 'node:fs'

import { installFromDebian, mayInstall } from './chromium.mjs'

const firefox = '/usr/bin/firefox-esr'
const webKitDriver = '/usr/bin/WebKitWebDriver'
const screen = '/usr/bin/xvfb-run'
const webKitPackages = ['webkit2gtk-driver', 'xvfb', 'xauth']

/**
 * Installs Firefox and WebKit's driver from Debian's packages where that is possible. The tests in
 * these engines are skipped where one is missing.
 */
export function installBrowsers(print = () => {}) {
  const missing = [
    ...(firefoxPath() ? [] : ['firefox-esr']),
    ...(webKitPath() ? [] : webKitPackages),
  ]
  if (missing.length === 0) return
  if (!mayInstall()) {
    print(`Tests in Firefox or WebKit are skipped: on Debian, install ${missing.join(', ')}.`)
    return
  }
  print('Installing Firefox and WebKit from Debian …')
  const failure = installFromDebian(missing)
  if (failure) print(`Tests in Firefox or WebKit are skipped: ${failure}`)
}

/** The path of Firefox, or null where there is none. */
export const firefoxPath = () => (existsSync(firefox) ? firefox : null)

/** The path of WebKitGTK's small browser, or null where it, its driver or Xvfb is missing. */
export const webKitPath = () => {
  if (!existsSync(webKitDriver) || !existsSync(screen)) return null
  return (
    ['x86_64', 'aarch64']
      .flatMap((machine) =>
        ['4.1', '4.0'].map((api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`),
      )
      .find(existsSync) ?? null
  )
}
