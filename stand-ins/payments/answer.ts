import type { ServerResponse } from 'node:http'
import { apiVersion } from './events.ts'

export type ApiAnswer = { status: number; body: string; headers?: Record<string, string> }

/** Sends an answer with the headers Stripe's API gives with every one. */
export function sendApiAnswer(
  response: ServerResponse,
  requestId: string,
  answer: ApiAnswer,
): void {
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer.body),
    'request-id': requestId,
    'stripe-version': apiVersion,
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache, no-store',
    ...answer.headers,
  })
  response.end(answer.body)
}
