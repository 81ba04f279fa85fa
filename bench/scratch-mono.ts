import { withBench } from './bench.ts'
import { drive } from './figures.ts'
import { ask } from './http.ts'
await withBench(6, {}, async (b) => {
  const cookies = await b.newMembers(50)
  const path = process.argv[2] ?? '/mono'
  await drive(8, { seconds: 30, times: 150 }, (i) => ask(b.shop + path, { cookie: cookies[i % 50]! }))
  const t0 = b.processorTime()
  const n = 800
  const r = await drive(8, { seconds: 60, times: n }, (i) => ask(b.shop + path, { cookie: cookies[i % 50]! }))
  const t1 = b.processorTime()
  for (const k of ['shop', 'PostgreSQL', 'bench'] as const) process.stdout.write(`${k} ${((t1[k] - t0[k]) / n).toFixed(2)} ms\n`)
  process.stdout.write(`${r.perSecond.toFixed(0)}/s\n`)
})
