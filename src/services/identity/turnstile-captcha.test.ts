import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { turnstileCaptcha } from './turnstile-captcha.server.ts'

test('a redirect is not followed: it would take the secret elsewhere', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url === '/moved') response.writeHead(307, { location: '/verify' }).end()
    else response.setHeader('content-type', 'application/json').end('{"success":true}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const isHuman = (path: string) =>
    turnstileCaptcha({
      ...{ siteKey: 'site', secret: 'secret', scriptUrl: `${base}/script` },
      verifyUrl: base + path,
    }).isHuman('solved', '192.0.2.1')
  expect(await isHuman('/verify')).toBe(true)
  expect(await isHuman('/moved')).toBe(false)
  expect(asked).toEqual(['/verify', '/moved'])
  server.close()
})
