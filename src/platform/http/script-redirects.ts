import type { MiddlewareFunction } from 'react-router'

/** Sent by our scripts. `fetch` does not show a script where a redirect leads. */
export const scriptHeader = 'x-kohue-script'

/** Tells a script where it is sent, as the `Location` of an empty response. */
export const readableRedirects: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next()
  if (!request.headers.has(scriptHeader) || !response.headers.has('location')) return response
  return new Response(null, { status: 204, headers: response.headers })
}
