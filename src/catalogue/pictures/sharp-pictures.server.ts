import type { Metadata, Sharp } from 'sharp'

import { inChild } from '../decoding/in-child.server.ts'
import type { PictureFormat, WhyNotPicture } from './picture.rules.ts'
import {
  maxAvifPixels,
  maxPicturePixels,
  maxPictureSide,
  maxUploadBytes,
  minPictureHeight,
  pictureShapes,
} from './picture.rules.ts'
import type { Pictures, PreparedPicture } from './pictures.ts'

/** How the seeded bottles stand in their picture: as high as this, on this margin. */
const standing = { height: 1_900, bottom: 46, mostWidth: 960 }

/** Longest side of a picture while its margins are cut away. */
const mostWhole = 4_000

/** A single bottle is at most this wide for its height; anything wider is a scene. */
const bottleRatio = 0.45

/** Loaded when the first picture comes: the library takes tens of megabytes. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * The first bytes of the formats that are taken. The library would read many more, SVG among them:
 * a file is handed to it only when it begins like one of these.
 */
function beginsAs(file: Buffer): 'png' | 'jpeg' | 'webp' | 'heif' | null {
  if (file.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) {
    return 'png'
  }
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  const text = (from: number, to: number) => file.toString('latin1', from, to)
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  return text(4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(8, 12)) ? 'heif' : null
}

function whyNot(format: string, header: Metadata): WhyNotPicture | null {
  const { width = 0, height = 0 } = header
  const isTaken = header.format === format && (format !== 'heif' || header.compression === 'av1')
  if (!isTaken || (header.pages ?? 1) > 1) return 'not-a-picture'
  const mostPixels = format === 'heif' ? maxAvifPixels : maxPicturePixels
  const tooMany = width * height > mostPixels || Math.max(width, height) > maxPictureSide
  if (tooMany) return 'too-many-pixels'
  return height < minPictureHeight ? 'too-low' : null
}

type Decoded = ({ ok: true } & PreparedPicture) | { ok: false; reason: WhyNotPicture }

const refused = (reason: WhyNotPicture) => ({ ok: false, reason }) as const

/** Checks a file and brings it into shape. Of what strangers sent, only in a process of its own. */
export async function preparePicture(file: Buffer): Promise<Decoded> {
  if (file.length > maxUploadBytes) return refused('too-large')
  const format = beginsAs(file)
  if (!format) return refused('not-a-picture')
  const sharp = await loadSharp()
  try {
    const header = await sharp(file, { limitInputPixels: false }).metadata()
    const reason = whyNot(format, header)
    if (reason) return refused(reason)
    const upright = sharp(file, { limitInputPixels: maxPicturePixels, failOn: 'error' })
      .timeout({ seconds: 20 })
      .autoOrient()
      // No more than is shown, with room for what is cut away: memory is for the decoder.
      .resize({ width: mostWhole, height: mostWhole, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    return { ok: true, ...(await inShape(upright)) }
  } catch {
    // Cut off, damaged, or a file that only begins like a picture.
    return refused('not-a-picture')
  }
}

/** Cut-out bottles lose their empty margin and stand as the seeded ones do; scenes fill a square. */
async function inShape(upright: Sharp): Promise<PreparedPicture> {
  const sharp = await loadSharp()
  const whole = await upright.ensureAlpha().png({ compressionLevel: 1 }).toBuffer()
  const { isOpaque } = await sharp(whole).stats()
  const cut = isOpaque ? whole : await sharp(whole).trim({ threshold: 8 }).toBuffer()
  const { width, height } = await sharp(cut).metadata()
  const shape = !isOpaque && width / height <= bottleRatio ? 'bottle' : 'scene'
  const frame = pictureShapes[shape]
  const box =
    shape === 'bottle' ? [standing.mostWidth, standing.height] : [frame.width, frame.height]
  const fitted = await sharp(cut)
    .resize(box[0], box[1], { fit: 'inside' })
    .toBuffer({ resolveWithObject: true })
  const bottom = shape === 'bottle' ? standing.bottom : 0
  const left = Math.round((frame.width - fitted.info.width) / 2)
  const top = frame.height - bottom - fitted.info.height
  const bytes = await sharp({
    create: {
      width: frame.width,
      height: frame.height,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  })
    .composite([{ input: fitted.data, left, top: shape === 'scene' ? Math.round(top / 2) : top }])
    .webp({ quality: 92, alphaQuality: 100, smartSubsample: true })
    .toBuffer()
  return { shape, bytes, contentType: 'image/webp', width: frame.width, height: frame.height }
}

const encoders = {
  avif: (picture: Sharp) => picture.avif({ effort: 4, quality: 58, chromaSubsampling: '4:2:0' }),
  webp: (picture: Sharp) =>
    picture.webp({ effort: 5, quality: 78, alphaQuality: 90, smartSubsample: true }),
} as const satisfies Record<PictureFormat, (picture: Sharp) => Sharp>

/** Pictures by libvips. Nothing of the uploaded file survives: no metadata, no trailing bytes. */
export const sharpPictures = (): Pictures => ({
  async prepare(file) {
    const decoded = await inChild<Decoded>('picture', file)
    if (!decoded) return refused('not-a-picture')
    if (!decoded.made.ok) return decoded.made
    const { ok, ...picture } = decoded.made
    return { ok, picture: { ...picture, bytes: decoded.bytes } }
  },
  async labelledBottle(wine) {
    // Its fonts and its picture are read when the first wine needs them.
    const { labelledBottle } = await import('./labelled-bottle.server.ts')
    return labelledBottle(wine, await loadSharp())
  },
  async resize(prepared, width, format) {
    const sharp = await loadSharp()
    return encoders[format](sharp(prepared).resize(width)).toBuffer()
  },
})
