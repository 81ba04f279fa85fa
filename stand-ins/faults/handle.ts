import type { IncomingMessage, ServerResponse } from 'node:http'
import { redirect, sendHtml, sendJson } from '../http/answers.ts'
import { readBody } from '../http/request-body.ts'
import { faultsPage } from './faults-page.ts'
import type { FaultRules } from './fault-rules.ts'

/** What the switchboard needs of the webhooks and the disputes. */
export type Switched = {
  faults: FaultRules
  withheld: () => { id: string; type: string }[]
  recent: () => { id: string; type: string; created: number; pending: number }[]
  release: (drop: boolean) => number
  resend: (id: string) => boolean
  /** Ends a dispute; false when there is no such open one. */
  closeDispute: (id: string, status: 'won' | 'lost') => boolean
}

/** Everything under /_faults: the switchboard as a page and as JSON. */
export async function answerFaults(
  switched: Switched,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  const { faults } = switched
  if (request.method === 'DELETE') {
    faults.reset()
    return sendJson(response, 200, {
      rules: [],
      released: switched.release(query.get('withheld') === 'drop'),
    })
  }
  if (request.method !== 'POST') {
    if (wantsPage(request)) return sendHtml(response, 200, faultsPage(switched, query.get('said')))
    return sendJson(response, 200, state(switched))
  }
  const fromPage = (request.headers['content-type'] ?? '').startsWith(
    'application/x-www-form-urlencoded',
  )
  const sent = parse(await readBody(request), fromPage)
  if (sent === undefined) return sendJson(response, 400, { error: 'This is not JSON.' })
  const result = act(switched, path, sent)
  if (!fromPage) return sendJson(response, result.status, result.body)
  redirect(response, `/_faults?said=${encodeURIComponent(result.said)}`)
}

const wantsPage = ({ headers }: IncomingMessage) => (headers.accept ?? '').includes('text/html')

const state = ({ faults, withheld, recent }: Switched) => ({
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

type Result = { status: number; body: unknown; said: string }

const missing = (said: string): Result => ({ status: 404, body: { error: said }, said })

function act(switched: Switched, path: string, sent: Record<string, unknown>): Result {
  const id = String(sent.id ?? '')
  switch (path) {
    case '/_faults/webhooks/release': {
      const released = switched.release(sent.drop === true || sent.drop === 'true')
      return { status: 200, body: { released }, said: `${released} withheld webhooks let go.` }
    }
    case '/_faults/webhooks/resend':
      if (!switched.resend(id)) return missing(`There is no event ${id}.`)
      return { status: 200, body: { resent: id }, said: `${id} sent again.` }
    case '/_faults/disputes/close': {
      const status = sent.status === 'won' ? 'won' : 'lost'
      if (!switched.closeDispute(id, status)) return missing(`There is no open dispute ${id}.`)
      return { status: 200, body: { closed: id, status }, said: `${id} is ${status}.` }
    }
    case '/_faults/reset':
      switched.faults.reset()
      return { status: 200, body: { rules: [] }, said: 'All switches are off.' }
    case '/_faults/remove':
      switched.faults.remove(id)
      return { status: 200, body: state(switched), said: 'The switch is off.' }
    case '/_faults': {
      const added = switched.faults.add(sent)
      if (!added.ok) return { status: 400, body: { error: added.reason }, said: added.reason }
      if ('webhooks' in added.rule && added.rule.webhooks === 'deliver') switched.release(false)
      return { status: 201, body: added.rule, said: 'The switch is on.' }
    }
    default:
      return missing('There is no such switch.')
  }
}
