/** Longest response of a captcha, carrier or identity provider, in bytes: theirs have some kilobytes. */
const maxBodyBytes = 2_000_000

/**
 * The same response; reading it fails once its body is longer than `maxBytes`, and the connection
 * is closed. A time limit alone would let a fast sender fill the memory.
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
