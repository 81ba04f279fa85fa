import type { ServerBuild } from 'react-router'
import {
  createRequestHandler,
  Outlet,
  RouterContextProvider,
  Scripts,
  useLoaderData,
} from 'react-router'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import * as entry from '../../entry.server.tsx'
import { requestContext } from './context.ts'
import { isDataRequest } from './data-request.ts'
import { dataScript } from './page-template.ts'
import { createPlaceholders } from './placeholders.ts'
import { sharedRenderCounts } from './shared-renders.ts'

/** Shared renders rely on what React Router does and its types do not promise: that is pinned here. */

const name = 'Paraje "Altamira" & <Ana>'

const Root = () => (
  <html lang="en">
    <body>
      <Outlet />
      <Scripts />
    </body>
  </html>
)
const Page = () => <p>{useLoaderData<{ name: string }>().name}</p>

const route = (id: string, more: object) => ({ id, hasLoader: true, module: '/a.js', ...more })

const build = {
  entry: { module: entry },
  routes: {
    root: { id: 'root', path: '', module: { default: Root, loader: () => ({ flash: null }) } },
    page: {
      id: 'page',
      parentId: 'root',
      path: 'page',
      module: {
        default: Page,
        handle: { shared: true },
        loader: ({ context }: { context: RouterContextProvider }) => ({
          name: context.get(requestContext).placeholders.of(name),
        }),
      },
    },
    // Every other address is a page too.
    rest: {
      id: 'rest',
      parentId: 'root',
      path: '*',
      module: { default: Page, loader: () => ({}) },
    },
  },
  assets: {
    entry: { imports: [], module: '/entry.js' },
    routes: {
      root: route('root', { path: '' }),
      page: route('page', { parentId: 'root', path: 'page' }),
      rest: route('rest', { parentId: 'root', path: '*' }),
    },
    url: '/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild

// The dev server shares no render.
beforeAll(() => vi.stubEnv('DEV', false))
afterAll(() => vi.unstubAllEnvs())

const handle = createRequestHandler(build, 'production')
const origin = 'https://kohue.example'

async function get(path: string) {
  const request = new Request(origin + path)
  const nonce = 'f1'.repeat(16)
  const placeholders = createPlaceholders(!isDataRequest(request), { nonce, requestId: 'e1e1' })
  const context = new RouterContextProvider()
  context.set(requestContext, { id: 'e1e1', nonce, ageGate: 'open', placeholders })
  const response = await handle(request, context)
  return { response, text: await response.text(), placeholders, isData: isDataRequest(request) }
}

describe('what is data and what is a document', () => {
  test.each([
    ...['/page', '/page.data', '/page/.data', '/page/_.data', '/_.data', '/page.data/'],
    ...['/page.data?_routes=page', '/page?x=.data', '/page.DATA', '/page%2Edata', '/page.dat%61'],
    ...['/x/../page.data', '/page.data#x', '/page#.data'],
  ])('%s is the same to the router and to us', async (path) => {
    const { response, isData } = await get(path)
    const isScript = response.headers.get('content-type')!.startsWith('text/x-script')
    expect(isScript).toBe(isData)
  })

  test('data holds the texts, never a placeholder', async () => {
    const { text, placeholders } = await get('/page.data')
    expect(text).toContain(JSON.stringify(name))
    expect(text).not.toContain(placeholders.mark)
  })
})

describe('a document', () => {
  test('stands before its data, which is JSON in a string literal, and both hold the texts', async () => {
    const { text, placeholders } = await get('/page')
    const [html, script] = text.split(dataScript) as [string, string]
    expect(html).toContain('<p>Paraje &quot;Altamira&quot; &amp; &lt;Ana&gt;</p>')
    const literal = /^"(?:[^"\\]|\\.)*"/.exec(script)![0]
    expect(JSON.parse(JSON.parse(literal) as string)).toContain(name)
    expect(literal).not.toMatch(/[<>&]/)
    expect(text).not.toContain(placeholders.mark)
    expect(text).toContain(`nonce="${'f1'.repeat(16)}"`)
  })

  test('is rendered once: matches, handles and loader data reach the entry', async () => {
    const { text } = await get('/page')
    const before = { ...sharedRenderCounts }
    expect((await get('/page')).text).toBe(text)
    expect(sharedRenderCounts).toEqual({ ...before, reused: before.reused + 1 })
  })
})
