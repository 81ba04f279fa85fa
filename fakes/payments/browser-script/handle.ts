import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'

import { sendHtml, sendText } from '#fakes/http/responses.ts'
import { brandOf, isLuhnValid, readTypedCard } from '#fakes/payments/typed-card.ts'
import type { Settings } from '#fakes/settings.ts'

import { cardFramePage, loadErrorPage } from './card-frame-page.ts'

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

// The frame validates cards with the server's functions, sent as source without types.
const frameScript = `{\n${[brandOf, isLuhnValid, readTypedCard].join('\n')}\n${file('./card-frame.js')}\n}`

/** Concatenates the modules into one classic script without imports and exports. */
const script = ['provider-origin', 'integration-error', 'bank-overlay', 'payment-element', 'stripe']
  .map((name) =>
    file(`./${name}.js`)
      .replaceAll(/^import .*\n/gm, '')
      .replaceAll(/^export /gm, ''),
  )
  .join('\n')

/** Handles /v3/: the browser script and the frame with its fields. */
export function handleBrowserScript(
  settings: Settings,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): void {
  if (path === '/v3/card-frame') {
    const key = query.get('key') ?? ''
    const page =
      key === settings.publishableKey
        ? cardFramePage(frameScript)
        : loadErrorPage(`Invalid API Key provided: ${key.slice(0, 8)}…`)
    return sendHtml(response, 200, page)
  }
  response.setHeader('access-control-allow-origin', '*')
  sendText(response, 200, 'text/javascript; charset=utf-8', `(() => {\n${script}\n})()\n`)
}
