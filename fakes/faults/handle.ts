import type { IncomingMessage, ServerResponse } from 'node:http'

import { readBody } from '#fakes/http/request-body.ts'
import { redirect, sendHtml, sendJson } from '#fakes/http/responses.ts'

import type { FaultSwitches } from './fault-rules.ts'
import { faultsPage } from './faults-page.ts'

/** Handles /_faults: the fault injection page, and the same as JSON. */
export async function handleFaults(
  switches: FaultSwitches,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  const { faults } = switches
  if (request.method === 'DELETE') {
    faults.reset()
    return sendJson(response, 200, {
      rules: [],
      released: switches.release(query.get('withheld') === 'drop'),
    })
  }
  if (request.method !== 'POST') {
    if (wantsPage(request))
      return sendHtml(response, 200, faultsPage(switches, query.get('message')))
    return sendJson(response, 200, state(switches))
  }
  const fromPage = (request.headers['content-type'] ?? '').startsWith(
    'application/x-www-form-urlencoded',
  )
  const sent = parse(await readBody(request), fromPage)
  if (sent === undefined) return sendJson(response, 400, { error: 'This is not JSON.' })
  const result = act(switches, path, sent)
  if (!fromPage) return sendJson(response, result.status, result.body)
  redirect(response, `/_faults?message=${encodeURIComponent(result.message)}`)
}

const wantsPage = ({ headers }: IncomingMessage) => (headers.accept ?? '').includes('text/html')

const state = ({ faults, withheld, recent }: FaultSwitches) => ({
  rules: faults.all,
  withheld: withheld(),
  events: recent(),
})

function parse(body: string, form: boolean): Record<string, unknown> | undefined {
  if (form) {
    const fields = Object.fromEntries(new URLSearchParams(body))
    return 'types' in fields
      ? { ...fields, types: fields.types ? fields.types.split(/[\s,]+/) : null }
      : fields
  }
  if (body.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

type Result = { status: number; body: unknown; message: string }

const missing = (message: string): Result => ({ status: 404, body: { error: message }, message })

function act(switches: FaultSwitches, path: string, sent: Record<string, unknown>): Result {
  const id = String(sent.id ?? '')
  switch (path) {
    case '/_faults/webhooks/release': {
      const released = switches.release(sent.drop === true || sent.drop === 'true')
      return { status: 200, body: { released }, message: `${released} withheld webhooks released.` }
    }
    case '/_faults/webhooks/resend':
      if (!switches.resend(id)) return missing(`There is no event ${id}.`)
      return { status: 200, body: { resent: id }, message: `${id} sent again.` }
    case '/_faults/disputes/close': {
      const status = sent.status === 'won' ? 'won' : 'lost'
      if (!switches.closeDispute(id, status)) return missing(`There is no open dispute ${id}.`)
      return { status: 200, body: { closed: id, status }, message: `${id} is ${status}.` }
    }
    case '/_faults/fees': {
      const amount = Number(sent.amount)
      const fee = Number.isInteger(amount) && amount > 0 ? switches.chargeFee(amount) : null
      if (fee === null) return missing('A fee is a number of cents above zero.')
      return { status: 201, body: { fee, amount }, message: `${fee} charged.` }
    }
    case '/_faults/reset':
      switches.faults.reset()
      return { status: 200, body: { rules: [] }, message: 'All switches are off.' }
    case '/_faults/remove':
      switches.faults.remove(id)
      return { status: 200, body: state(switches), message: 'The switch is off.' }
    case '/_faults': {
      const added = switches.faults.add(sent)
      if (!added.ok) return { status: 400, body: { error: added.reason }, message: added.reason }
      if ('webhooks' in added.rule && added.rule.webhooks === 'deliver') switches.release(false)
      return { status: 201, body: added.rule, message: 'The switch is on.' }
    }
    default:
      return missing('There is no such switch.')
  }
}
