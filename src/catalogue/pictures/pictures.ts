import type { PictureFormat, PictureShape, WhyNotPicture } from './picture.rules.ts'

/** A picture decoded and encoded again in its shape: nothing of the uploaded file is left in it. */
export type PreparedPicture = {
  shape: PictureShape
  bytes: Buffer
  contentType: string
  width: number
  height: number
}

/** Port for pictures that staff upload. */
export type Pictures = {
  /** Checks an uploaded file and brings it into shape. */
  prepare(
    file: Buffer,
  ): Promise<{ ok: true; picture: PreparedPicture } | { ok: false; reason: WhyNotPicture }>
  /**
   * A bottle whose label names the wine, in the shape of a prepared bottle. Null when the label's
   * typeface lacks one of its characters.
   */
  labelledBottle(wine: { name: string; vintage: string }): Promise<Buffer | null>
  /** A prepared picture at a width, in a format. */
  resize(prepared: Buffer, width: number, format: PictureFormat): Promise<Buffer>
}
