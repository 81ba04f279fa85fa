import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'

import autocannon from 'autocannon'

import { median } from './figures.ts'

const rounds = 3
const headers = { 'accept-encoding': 'br', cookie: 'ageKey=older' }

export type LandingRates = { bytes: number; shop: number; bare: number }

/**
 * Requests per second of the landing page, and of bare `node:http` sending the same bytes, by turns
 * in one run with 50 connections.
 */
export async function landingRates(shopUrl: string, seconds: number): Promise<LandingRates> {
  const page = await landingPage(shopUrl)
  const bare = fork(new URL('bare-server.ts', import.meta.url))
  bare.send({ type: page.type, body: page.body.toString('base64') })
  const [port] = (await once(bare, 'message')) as [number]
  const shopRates: number[] = []
  const bareRates: number[] = []
  for (let round = 0; round < rounds; round++) {
    bareRates.push(await rate(`http://127.0.0.1:${port}/`, seconds))
    shopRates.push(await rate(`${shopUrl}/`, seconds))
  }
  bare.disconnect()
  return { bytes: page.body.length, shop: median(shopRates), bare: median(bareRates) }
}

/** The page's bytes once the best compression of them is ready. */
async function landingPage(shopUrl: string) {
  for (let tries = 0; tries < 50; tries++) {
    const asked = request(shopUrl, { headers }).end()
    const [answer] = await once(asked, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const encoding = String(answer.headers['content-encoding'])
    const type = String(answer.headers['content-type'])
    if (encoding === 'br') return { type, body: Buffer.concat(chunks) }
  }
  throw new Error(`${shopUrl} does not send its landing page as brotli`)
}

async function rate(url: string, seconds: number): Promise<number> {
  const result = await autocannon({ url, headers, connections: 50, duration: seconds })
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
  return result.requests.average
}
