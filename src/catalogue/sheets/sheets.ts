import type { SheetWords, WhyNotSheet } from '../pictures/picture.rules.ts'

/** Port for technical sheets. */
export type Sheets = {
  /**
   * Checks an uploaded PDF and builds a new one of its pages alone: no scripts, forms, links,
   * attachments or actions of the uploaded file are left in it.
   */
  rebuild(file: Buffer): Promise<{ ok: true; bytes: Buffer } | { ok: false; reason: WhyNotSheet }>
  /** A technical sheet in the look of the seeded ones. */
  typeset(words: SheetWords): Promise<Buffer>
}
