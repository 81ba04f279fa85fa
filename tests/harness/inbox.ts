import { inject } from 'vitest'

type Message = { subject: string; text: string; links: string[] }

/** The newest link of this path in an email to an address; waits for it. */
export async function emailWithLinkTo(to: string, path: string, count = 1): Promise<string> {
  const { fakesUrl } = inject('server')
  const query = new URLSearchParams({ to, wait: '20000', count: String(count) })
  for (let tries = 0; tries < 20; tries++) {
    const response = await fetch(`${fakesUrl}/mail/messages?${query}`)
    const { messages } = (await response.json()) as { messages: Message[] }
    const link = messages
      .flatMap(({ links }) => links)
      .find((one) => new URL(one).pathname === path)
    if (link) return link
    query.set('count', String(messages.length + 1))
  }
  throw new Error(`No email to ${to} links to ${path}`)
}

/** Subjects of the emails to an address, once there are `count`. */
export async function subjectsTo(to: string, count: number): Promise<string[]> {
  const { fakesUrl } = inject('server')
  const query = new URLSearchParams({ to, wait: '20000', count: String(count) })
  const response = await fetch(`${fakesUrl}/mail/messages?${query}`)
  const { messages } = (await response.json()) as { messages: Message[] }
  return messages.map(({ subject }) => subject)
}
