import { createServer } from 'node:http'

/** Bare `node:http` in a separate process; responds with the bytes it was sent last. */
let body = Buffer.alloc(0)
let headers = {}

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as { port: number }

process.on('message', (page: { type: string; body: string }) => {
  body = Buffer.from(page.body, 'base64')
  headers = { 'content-type': page.type, 'content-length': body.length }
  process.send!(port)
})
process.once('disconnect', () => process.exit(0))
