import { createServer } from 'node:http'

/** Bare `node:http` answering with the bytes it is sent, from a process of its own. */
process.once('message', (page: { type: string; body: string }) => {
  const body = Buffer.from(page.body, 'base64')
  const headers = { 'content-type': page.type, 'content-length': body.length }
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send!(typeof address === 'object' && address ? address.port : 0)
  })
})
process.once('disconnect', () => process.exit(0))
