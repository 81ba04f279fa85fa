import type { BrowserCode, IdentityPlace } from './identity-codes.rules.ts'

const waiting = 'kohue.reports'

/**
 * Reports a browser-side failure to the server's log. Without a network it is kept in session
 * storage and sent once the browser is online, or with the next page.
 */
export function report(to: string, code: BrowserCode, at: IdentityPlace): void {
  keep(`${to}?${new URLSearchParams({ code, at })}`)
  void sendReports()
}

const reports = () => sessionStorage.getItem(waiting)?.split(' ').filter(Boolean) ?? []

const keep = (line: string) => sessionStorage.setItem(waiting, [...reports(), line].join(' '))

async function sendReports(): Promise<void> {
  const unsent = reports()
  sessionStorage.removeItem(waiting)
  for (const line of unsent) {
    const [to = '', words] = line.split('?')
    const body = new URLSearchParams(words)
    await fetch(to, { method: 'POST', body, keepalive: true }).catch(() => keep(line))
  }
}

addEventListener('online', () => void sendReports())
void sendReports()
