/** Longest response of a captcha, carrier or identity provider, in bytes; usual ones have kilobytes. */
const maxBodyBytes = 2_000_000

/**
 * The same response; reading a body longer than `maxBytes` fails and closes the connection. A time
 * limit alone would let a fast server exhaust the memory.
 */
export function limitBody(response: Response, maxBytes: number = maxBodyBytes): Response {
  if (!response.body) return response
  let length = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength
        if (length > maxBytes) throw new Error(`The response is longer than ${maxBytes} bytes`)
        controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted, { status, statusText, headers })
}
