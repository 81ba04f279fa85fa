/** Most bytes of an uploaded picture or technical sheet. */
export const maxUploadBytes = 4 * 1024 * 1024

/** Least height of an uploaded picture, in pixels. */
export const minPictureHeight = 900

/** A picture with more pixels than this is refused by its header, before any of it is decoded. */
export const maxPicturePixels = 40_000_000
/** A decoder of AVIF takes 20 bytes for each. */
export const maxAvifPixels = 12_000_000
export const maxPictureSide = 12_000

/**
 * The shapes of a wine's picture, with the widths that are made of it. A single bottle without
 * background is shown three times, as a case; anything else is shown once, as a scene.
 */
export const pictureShapes = {
  bottle: { width: 1_000, height: 2_000, widths: [320, 640, 1_000] },
  scene: { width: 1_400, height: 1_400, widths: [480, 900, 1_400] },
} as const
export type PictureShape = keyof typeof pictureShapes

export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Shown while the sizes of an uploaded picture are being made. */
export const pictureInPreparation = 'bottles-trio'

/**
 * A bottle with a label that names no wine: for a wine without a picture of its own, until a background
 * job has made a bottle whose label names it.
 */
export const neutralPicture = 'bottle-kohue'

/** The base name of an uploaded picture's sizes: `sha256` is that of the picture they are made of. */
export const uploadedPicture = (sha256: string, shape: PictureShape): string =>
  shape === 'bottle' ? sha256 : `${sha256}-${shape}`

/** Whether a picture was made by a job, unlike those in public/pictures. */
export const isMadeHere = (image: string): boolean => /^[0-9a-f]{64}(-scene)?$/.test(image)

const sizeName = /^([0-9a-f]{64})(-scene)?-(\d{3,4})\.(avif|webp)$/

export type PictureSize = { sha256: string; width: number; format: PictureFormat }

/** Parses a file name such as `<sha256>-640.avif`; null for any other name. */
export function readPictureFile(name: string): PictureSize | null {
  const [, sha256, scene, digits, format] = sizeName.exec(name) ?? []
  const { widths } = pictureShapes[scene ? 'scene' : 'bottle']
  const width = (widths as readonly number[]).find((known) => String(known) === digits)
  if (!sha256 || !width) return null
  return { sha256, width, format: format as PictureFormat }
}

/** Why an uploaded picture is refused. */
export type WhyNotPicture = 'too-large' | 'not-a-picture' | 'too-low' | 'too-many-pixels'

/** Why an uploaded technical sheet is refused. */
export type WhyNotSheet = 'too-large' | 'not-a-pdf' | 'locked' | 'too-many-pages'

/** Most pages of a technical sheet. */
export const maxSheetPages = 8

/** The text of a technical sheet that the shop typesets itself. */
export type SheetWords = {
  title: string
  place: string
  /** Rows of the sheet's table; empty values are left out. */
  facts: readonly (readonly [label: string, value: string])[]
  notes: string
}
