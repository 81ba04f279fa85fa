import { chromium, type Browser } from 'playwright'

import { findChromium } from '#launch/chromium.mjs'

/** Debian's Chromium, without anything that would reach out to the network. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
