import http from 'node:http'
import https from 'node:https'

const timeoutMs = 20_000

/** Posts signed events over keep-alive connections. */
export class WebhookPost {
  readonly #http: http.Agent
  readonly #https: https.Agent

  constructor(atOnce: number) {
    this.#http = new http.Agent({ keepAlive: true, maxSockets: atOnce })
    this.#https = new https.Agent({ keepAlive: true, maxSockets: atOnce })
  }

  /** Returns true for a 2xx response. */
  async send(url: string, body: string, signature: string): Promise<boolean> {
    const outcome = await this.#send(url, body, signature)
    // The receiver may close a keep-alive connection as it is reused: retries at once on a new one.
    return outcome === 'stale-connection'
      ? (await this.#send(url, body, signature)) === true
      : outcome
  }

  #send(url: string, body: string, signature: string): Promise<boolean | 'stale-connection'> {
    const secure = url.startsWith('https:')
    return new Promise((resolve) => {
      const request = (secure ? https : http).request(url, {
        method: 'POST',
        agent: secure ? this.#https : this.#http,
        timeout: timeoutMs,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature,
          accept: '*/*; q=0.5, application/xml',
        },
      })
      request.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode! >= 200 && response.statusCode! < 300))
        response.on('error', () => resolve(false))
      })
      request.on('timeout', () => request.destroy(new Error('no response in time')))
      request.on('error', () => resolve(request.reusedSocket ? 'stale-connection' : false))
      request.end(body)
    })
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}
