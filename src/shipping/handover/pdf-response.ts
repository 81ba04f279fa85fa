import type { PrintedPapers } from './print-papers.actions.server.ts'
import { httpError } from '#platform/http/http-error.ts'

/** Papers as a PDF that the browser shows and prints. */
export function pdfResponse(printed: PrintedPapers): Response {
  if (!printed.ok) throw httpError(printed.reason === 'gone' ? 404 : 403)
  return new Response(new Uint8Array(printed.file), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${printed.name}"`,
    },
  })
}
