import type { IncomingMessage, ServerResponse } from 'node:http'

import { redirect, sendHtml, sendJson, sendText } from '#fakes/http/responses.ts'

import { mailPage, missingMailPage, readerViews, type ReaderView } from './mail-page.ts'
import type { MailEntry, MailFilter, Mailbox } from './mailbox.ts'

const longestWait = 30_000
const mostListed = 500

/** Handles /mail: the inbox pages, and the same as JSON. */
export async function handleMail(
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  const [, , first, second] = path.split('/')
  if (first === 'messages') return handleMessages(mailbox, request, response, second, query)
  if (first === 'empty' && request.method === 'POST') {
    request.resume()
    await mailbox.empty()
    return redirect(response, '/mail')
  }
  const to = query.get('to')?.trim() || undefined
  if (first === undefined || first === '') {
    return sendHtml(response, 200, mailPage({ entries: mailbox.list({ to }), to, open: null }))
  }
  const entry = mailbox.entry(first)
  const message = entry ? await mailbox.read(first) : null
  if (!entry || !message) return sendHtml(response, 404, missingMailPage())
  const source =
    second === 'source' || query.get('view') === 'source'
      ? (await mailbox.source(first))!.toString()
      : ''
  if (second === 'source') return sendText(response, 200, 'text/plain; charset=utf-8', source)
  if (second === 'html') return sendMailHtml(response, message.html ?? '')
  const requested = readerViews.find((view) => view === query.get('view'))
  const view: ReaderView = requested ?? (message.html ? 'html' : 'text')
  sendHtml(
    response,
    200,
    mailPage({ entries: mailbox.list({ to }), to, open: { entry, message, view, source } }),
  )
}

/** The HTML of an email for the sandboxed frame; its policy forbids scripts and requests. */
function sendMailHtml(response: ServerResponse, html: string) {
  response.setHeader(
    'content-security-policy',
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src * 'unsafe-inline'; font-src * data:",
  )
  sendText(response, 200, 'text/html; charset=utf-8', `<base target="_blank">${html}`)
}

async function handleMessages(
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
  id: string | undefined,
  query: URLSearchParams,
) {
  if (request.method === 'DELETE') {
    if (id) await mailbox.remove(id)
    else await mailbox.empty()
    response.writeHead(204)
    response.end()
    return
  }
  if (id) {
    const entry = mailbox.entry(id)
    if (!entry) return sendJson(response, 404, { error: 'There is no such mail.' })
    return sendJson(response, 200, await toJson(mailbox, entry))
  }
  const since = query.get('since')
  const filter: MailFilter = {
    to: query.get('to') ?? undefined,
    subject: query.get('subject') ?? undefined,
    since: since ? (/^\d+$/.test(since) ? Number(since) : Date.parse(since)) : undefined,
  }
  const wait = Math.min(Number(query.get('wait') ?? 0) || 0, longestWait)
  const found = await mailbox.waitFor(filter, Number(query.get('count') ?? 1) || 1, wait)
  const limit = Math.min(Number(query.get('limit') ?? 50) || 50, mostListed)
  const messages = await Promise.all(found.slice(0, limit).map((entry) => toJson(mailbox, entry)))
  sendJson(response, 200, { messages, total: found.length })
}

async function toJson(mailbox: Mailbox, entry: MailEntry) {
  const message = (await mailbox.read(entry.id))!
  const headers: Record<string, string> = {}
  for (const { name, value } of message.headers) {
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return {
    id: entry.id,
    receivedAt: entry.receivedAt,
    envelope: entry.envelope,
    size: entry.size,
    ...message,
    headers,
  }
}
