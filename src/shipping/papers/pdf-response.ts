import { httpError } from '#platform/http/http-error.ts'

export type Printed = { name: string; file: Buffer }

/** A PDF that the browser shows and prints; null where there is nothing of that kind. */
export function pdfResponse(printed: Printed | null): Response {
  if (!printed) throw httpError(404)
  return new Response(new Uint8Array(printed.file), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${printed.name}"`,
    },
  })
}
