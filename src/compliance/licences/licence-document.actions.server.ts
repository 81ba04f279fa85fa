import { z } from 'zod'

import { adminWineCopy } from '#catalogue/wines/admin-wines.copy.ts'
import { text } from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import { staffPreview, staffWork } from '#platform/action/staff-action.server.ts'

import { licenceSubject } from '../log.copy.ts'
import { documentOf, lockLicence, replaceDocument } from './licences.store.server.ts'

/**
 * Stores the document of a license, checked and built anew of its pages, unless another than `seen` was stored
 * meanwhile. The same file sent twice is one change.
 */
export const setLicenceDocument = staffWork({
  needs: 'manage-compliance',
  log: 'licence-document-set',
  form: z.object({
    id: text(),
    file: z.unknown().optional(),
    /** SHA-256 of the document that the form showed; empty without one. */
    seen: text(),
  }),
  async run({ services, audit, unchanged }, { id, file, seen }) {
    const { db, sheets } = services
    if (!(file instanceof File) || file.size === 0) {
      return refuse('Please choose a file.', { field: 'file' })
    }
    const rebuilt = await sheets.rebuild(Buffer.from(await file.arrayBuffer()))
    if (!rebuilt.ok) {
      const sentence = adminWineCopy.sheetErrors[rebuilt.reason]
      return new Refusal(rebuilt.reason === 'too-large' ? 413 : 422, sentence, { file: sentence })
    }
    await db.transaction(async (tx) => {
      const licence = await lockLicence(tx, id)
      if (!licence) throw notThere()
      const { before, after } = await replaceDocument(tx, id, rebuilt.bytes)
      if (before === after) return void unchanged()
      if (before !== seen) throw refuse(otherDocument)
      await audit(tx, licenceSubject(licence), {
        ...(before && { before: { document: before } }),
        after: { document: after },
      })
    })
  },
  say: () => 'The document is saved.',
})

const otherDocument =
  'A colleague uploaded another document in the meantime. Look at it, then upload yours again to replace it.'

/** The document of a license as a file. */
export const takeLicenceDocument = staffPreview({
  needs: 'manage-compliance',
  form: z.object({ id: text() }),
  async show({ db }, { id }) {
    const found = await documentOf(db, id)
    if (!found) return notThere()
    const number = found.number.replaceAll(/[^\w.-]+/g, '-')
    return { name: `license-${found.state}-${number}.pdf`, file: found.document }
  },
})
