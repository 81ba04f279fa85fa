import getPort, { portNumbers } from 'get-port'

/** Below the ephemeral range: an outgoing connection could take a port of that range first. */
const range = { from: 20_000, to: 31_999 }

/** The first of `count` free ports in a row. */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    const start = range.from + Math.floor(Math.random() * (range.to - range.from - count))
    const first = await getPort({ port: portNumbers(start, range.to) })
    const next = Array.from({ length: count - 1 }, (_, at) => first + 1 + at)
    const found = await Promise.all(next.map((port) => getPort({ port })))
    if (found.every((port, at) => port === next[at])) return first
  }
}
