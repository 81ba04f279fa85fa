import getPort, { portNumbers } from 'get-port'

/** Below the ephemeral range: an outgoing connection could take a port of that range first. */
const range = { from: 20_000, to: 31_999 }

/** Of the range each worker of the tests has a part of its own: a port is free until another takes it. */
const parts = 8
const size = (range.to + 1 - range.from) / parts
const from = range.from + (Number(process.env['VITEST_POOL_ID'] ?? 0) % parts) * size

/** The first of `count` free ports in a row. */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    const start = from + Math.floor(Math.random() * (size - count))
    const first = await getPort({ port: portNumbers(start, from + size - 1) })
    const next = Array.from({ length: count - 1 }, (_, at) => first + 1 + at)
    const found = await Promise.all(next.map((port) => getPort({ port })))
    if (found.every((port, at) => port === next[at])) return first
  }
}
