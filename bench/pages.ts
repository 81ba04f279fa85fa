import { setTimeout as pause } from 'node:timers/promises'

import autocannon from 'autocannon'

import { openBare } from './bare.ts'
import type { Bench } from './bench.ts'
import type { Row } from './figures.ts'
import { fixed, median } from './figures.ts'
import { fetchBytes } from './http.ts'
import { foreignCookies, overAge, publicPages } from './public-pages.ts'

const rounds = 3
const headers = { 'accept-encoding': 'br', cookie: overAge }
const withForeignCookies = { ...headers, cookie: `${overAge}; ${foreignCookies}` }

/**
 * Requests per second of each public page with 50 connections, and of bare `node:http` sending the
 * same bytes, alternating in one run.
 */
export async function publicPageRates({ shop, seconds }: Bench): Promise<Row[]> {
  const bare = openBare()
  const rows: Row[] = []
  for (const { path } of publicPages) {
    const page = await compressedPage(shop + path)
    const address = await bare.respondWith(page.body, page.type)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      theirs.push(await rate(address, seconds / rounds))
      ours.push(await rate(shop + path, seconds / rounds))
    }
    rows.push({
      what: `${path} (${page.body.length} bytes)`,
      figure: `${fixed(median(ours))}/s`,
      reference: `${fixed(median(theirs))}/s bare node:http`,
      ratio: fixed(median(ours) / median(theirs), 2),
    })
  }
  const home = shop + publicPages[0]!.path
  const [without, withThem]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    without.push(await rate(home, seconds / rounds))
    withThem.push(await rate(home, seconds / rounds, withForeignCookies))
  }
  rows.push({
    what: `${publicPages[0]!.path} with cookies of third parties`,
    figure: `${fixed(median(withThem))}/s`,
    reference: `${fixed(median(without))}/s without them`,
    ratio: fixed(median(withThem) / median(without), 2),
  })
  bare.end()
  return rows
}

/** The page's bytes, once its brotli version is ready. */
async function compressedPage(url: string) {
  for (let tries = 0; tries < 50; tries++) {
    const { headers: received, body } = await fetchBytes(url, headers)
    if (received['content-encoding'] === 'br') {
      return { type: String(received['content-type']), body }
    }
    await pause(100)
  }
  throw new Error(`${url} does not send its page as brotli`)
}

async function rate(url: string, seconds: number, sent = headers): Promise<number> {
  const result = await autocannon({ url, headers: sent, connections: 50, duration: seconds })
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
  return result.requests.average
}
