import type { Own, PageTemplate } from './page-template.ts'

/** A page that is known whole, in the forms it can be sent in. */
export type WholePage = { text(): string; gzip(): Buffer }

const pages = new WeakMap<Response, WholePage>()

/**
 * The answer with a page that was rendered before. Its body is put together only when it is read:
 * the server asks `wholePageOf`, and sends what is compressed already.
 */
export function wholePage(page: PageTemplate, own: Own, init: ResponseInit): Response {
  const whole = { text: () => page.text(own), gzip: () => page.gzip(own) }
  const body = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(Buffer.from(whole.text()))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const response = new Response(body, init)
  pages.set(response, whole)
  return response
}

export const wholePageOf = (response: Response): WholePage | null => pages.get(response) ?? null
