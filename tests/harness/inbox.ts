import { inject } from 'vitest'

type Message = { subject: string; text: string; links: string[] }

/** The newest letter to an address that leads to a path; waits for it. */
export async function letterLeadingTo(to: string, path: string, count = 1): Promise<string> {
  const { standInsUrl } = inject('house')
  const query = new URLSearchParams({ to, wait: '20000', count: String(count) })
  for (let tries = 0; tries < 20; tries++) {
    const answer = await fetch(`${standInsUrl}/mail/messages?${query}`)
    const { messages } = (await answer.json()) as { messages: Message[] }
    const link = messages
      .flatMap(({ links }) => links)
      .find((one) => new URL(one).pathname === path)
    if (link) return link
    query.set('count', String(messages.length + 1))
  }
  throw new Error(`No letter to ${to} leads to ${path}`)
}

/** Subjects of the letters to an address, once there are so many. */
export async function subjectsTo(to: string, count: number): Promise<string[]> {
  const { standInsUrl } = inject('house')
  const query = new URLSearchParams({ to, wait: '20000', count: String(count) })
  const answer = await fetch(`${standInsUrl}/mail/messages?${query}`)
  const { messages } = (await answer.json()) as { messages: Message[] }
  return messages.map(({ subject }) => subject)
}
