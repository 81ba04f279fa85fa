import { createHash } from 'node:crypto'

import type Stripe from 'stripe'

import { newId } from './ids.ts'
import type { AcceptedObject } from './params/accepted.ts'
import { route, type Call } from './route.ts'

type CreateParams = {
  purpose: Stripe.File.Purpose
  file: { name: string; type: string; size: number; sha256: string }
}

const accepted: AcceptedObject = {
  o: {
    purpose: { e: ['dispute_evidence'] },
    file: { o: { name: 's', type: 's', size: 'i', sha256: 's' }, r: ['name', 'size', 'sha256'] },
  },
  r: ['purpose', 'file'],
}

export const fileRoutes = [
  route(
    'POST /v1/files',
    'FileCreateParams',
    ({ world, params: { purpose, file } }: Call<CreateParams>): Stripe.File => {
      const { sha256: _digest, ...made } = world.collections.files.save({
        id: newId('file', 24),
        object: 'file',
        created: world.now(),
        expires_at: null,
        filename: file.name,
        links: null,
        purpose,
        size: file.size,
        title: null,
        type: file.type.split('/').at(-1) ?? null,
        url: null,
        sha256: file.sha256,
      })
      return made
    },
    { accepted },
  ),
]

/** `multipart/form-data`, read as Latin-1, as the form that other calls send. */
export function formOfUpload(body: string, contentType: string): string {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1] ?? ''
  const form = new URLSearchParams()
  for (const part of body.split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n')
    const name = /\bname="([^"]+)"/.exec(part.slice(0, end))?.[1]
    if (end < 0 || name === undefined) continue
    const [head, content] = [part.slice(0, end), part.slice(end + 4).replace(/\r\n$/, '')]
    const filename = /\bfilename="([^"]*)"/.exec(head)?.[1]
    if (filename === undefined) {
      form.append(name, content)
      continue
    }
    const bytes = Buffer.from(content, 'latin1')
    form.append(`${name}[name]`, filename)
    form.append(`${name}[type]`, /content-type: *([^\s;]+)/i.exec(head)?.[1] ?? '')
    form.append(`${name}[size]`, String(bytes.length))
    form.append(`${name}[sha256]`, createHash('sha256').update(bytes).digest('hex'))
  }
  return form.toString()
}
