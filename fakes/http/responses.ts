import type { ServerResponse } from 'node:http'

import type { Html } from './html.ts'

export function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}

export const sendHtml = (response: ServerResponse, status: number, page: Html): void =>
  sendText(response, status, 'text/html; charset=utf-8', page.text)

export const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  sendText(response, status, 'application/json; charset=utf-8', JSON.stringify(body))

/** 303: the browser fetches `location` with GET after a form. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'content-length': 0, 'cache-control': 'no-store' })
  response.end()
}
