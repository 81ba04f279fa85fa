import type { ServerResponse } from 'node:http'

import { apiVersion } from './events.ts'

export type ApiResult = { status: number; body: string; headers?: Record<string, string> }

/** Sends a result with the headers of every Stripe API response. */
export function sendApiResult(
  response: ServerResponse,
  requestId: string,
  result: ApiResult,
): void {
  response.writeHead(result.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(result.body),
    'request-id': requestId,
    'stripe-version': apiVersion,
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache, no-store',
    ...result.headers,
  })
  response.end(result.body)
}
