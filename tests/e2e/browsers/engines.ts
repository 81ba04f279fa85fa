import { firefoxPath, webKitPath } from '#launch/browsers.ts'

import { openFirefox } from './firefox.ts'
import type { Engine } from './visitor.ts'
import { openWebKit } from './webkit.ts'

type Choice = {
  name: Engine['name']
  /** The width of most of its windows in life. */
  usualWidth: number
  /** The widths it is tried at, in CSS pixels; WebKitGTK's window becomes no narrower than some 450. */
  widths: readonly number[]
  /** Null where the engine is not on this machine: its tests are skipped. */
  open: (() => Promise<Engine>) | null
  whySkipped: string
}

const firefox = firefoxPath()
const webKit = webKitPath()

/** The engines beside Chromium. */
export const engines: readonly Choice[] = [
  {
    name: 'firefox',
    usualWidth: 1440,
    widths: [1440, 390],
    open: firefox ? () => openFirefox(firefox) : null,
    whySkipped: firefox ? '' : '(skipped: firefox-esr is not installed)',
  },
  {
    name: 'webkit',
    usualWidth: 390,
    widths: [1440, 390],
    open: webKit ? async () => openWebKit(webKit) : null,
    whySkipped: webKit ? '' : '(skipped: webkit2gtk-driver or xvfb is not installed)',
  },
]
