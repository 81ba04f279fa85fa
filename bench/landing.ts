/**
 * How near the landing page comes to bare `node:http` sending the same bytes.
 *
 *   node bench/landing.ts [address of a running shop] [seconds a round]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'

import autocannon from 'autocannon'

const [address = 'http://127.0.0.1:3000', seconds = '6'] = process.argv.slice(2)
const rounds = 3
const headers = { 'accept-encoding': 'br', cookie: 'ageKey=older' }

const page = await landingPage()
const bare = fork(new URL('bare-server.ts', import.meta.url))
bare.send({ type: page.type, body: page.body.toString('base64') })
const [port] = (await once(bare, 'message')) as [number]

const shopRates: number[] = []
const bareRates: number[] = []
for (let round = 0; round < rounds; round++) {
  bareRates.push(await rate(`http://127.0.0.1:${port}/`))
  shopRates.push(await rate(`${address}/`))
}
bare.disconnect()

const shop = median(shopRates)
const limit = median(bareRates)
process.stdout.write(
  [
    `The landing page, ${page.body.length} bytes of ${page.encoding}, 50 connections:`,
    `  bare node:http ${limit.toFixed(0)}/s  (${bareRates.map(Math.round).join(', ')})`,
    `  the shop       ${shop.toFixed(0)}/s  (${shopRates.map(Math.round).join(', ')})`,
    `  ratio          ${(shop / limit).toFixed(2)}`,
    '',
  ].join('\n'),
)

/** The page's bytes once the best compression of them is ready. */
async function landingPage() {
  for (let tries = 0; tries < 50; tries++) {
    const asked = request(address, { headers }).end()
    const [answer] = await once(asked, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const encoding = String(answer.headers['content-encoding'])
    const type = String(answer.headers['content-type'])
    if (encoding === 'br') return { encoding, type, body: Buffer.concat(chunks) }
  }
  throw new Error(`${address} does not send its landing page as brotli`)
}

async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, headers, connections: 50, duration: Number(seconds) })
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
  return result.requests.average
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}
