import { bytesOf } from '#platform/http/inline-file.ts'

import bottleCabernet2021 from '../pictures/bottle-cabernet-sauvignon-2021.png?inline'
import bottleKohue from '../pictures/bottle-kohue.png?inline'
import bottleMalbec2021 from '../pictures/bottle-malbec-2021.png?inline'
import bottleMalbec2022 from '../pictures/bottle-malbec-2022.png?inline'
import caseCabernet2021 from '../pictures/case-cabernet-sauvignon-2021.jpg?inline'
import caseMalbec2021 from '../pictures/case-malbec-2021.jpg?inline'
import caseMalbec2022 from '../pictures/case-malbec-2022.jpg?inline'
import skyline from '../pictures/skyline.png?inline'
import wordmark from '../pictures/wordmark.png?inline'
import type { InlineImage } from '../transports/transport.ts'

/** Made by `brand/email-pictures.ts` at twice the size they are shown in. */
const pictures = {
  wordmark: { source: wordmark, width: 212, height: 56 },
  skyline: { source: skyline, width: 504, height: 94 },
  'bottle-kohue': { source: bottleKohue, width: 24, height: 96 },
  'bottle-malbec-2022': { source: bottleMalbec2022, width: 24, height: 96 },
  'bottle-malbec-2021': { source: bottleMalbec2021, width: 24, height: 96 },
  'bottle-cabernet-sauvignon-2021': { source: bottleCabernet2021, width: 24, height: 96 },
  'case-malbec-2022': { source: caseMalbec2022, width: 260, height: 285 },
  'case-malbec-2021': { source: caseMalbec2021, width: 260, height: 285 },
  'case-cabernet-sauvignon-2021': { source: caseCabernet2021, width: 260, height: 285 },
} as const

export type PictureName = keyof typeof pictures

const cidOf = (name: string) => `${name}@pictures`

/** `alt` is read where pictures are blocked; empty for those that only decorate. */
export const Picture = ({ name, alt, fluid }: { name: PictureName; alt: string; fluid?: true }) => (
  <img
    src={`cid:${cidOf(name)}`}
    alt={alt}
    width={pictures[name].width}
    height={pictures[name].height}
    // Keeps React from writing a preload link, which mail clients block or show as an error.
    loading="lazy"
    style={{
      display: 'inline-block',
      border: 0,
      ...(fluid && { width: '100%', height: 'auto' }),
    }}
  />
)

/** The pictures that an email's HTML shows, to be sent with it. */
export const imagesIn = (html: string): InlineImage[] =>
  Object.entries(pictures)
    .filter(([name]) => html.includes(`cid:${cidOf(name)}`))
    .map(([name, { source }]) => ({
      cid: cidOf(name),
      filename: `${name}.${name.startsWith('case-') ? 'jpg' : 'png'}`,
      content: bytesOf(source),
    }))

/** The bottle of the wine that an order's line names, or the one whose label names none, such as `2022 Malbec, 3 bottles of 750ml`. */
export function bottleOf(description: string): PictureName {
  if (description.includes('2022 Malbec')) return 'bottle-malbec-2022'
  if (description.includes('2021 Malbec')) return 'bottle-malbec-2021'
  return description.includes('2021 Cabernet Sauvignon')
    ? 'bottle-cabernet-sauvignon-2021'
    : 'bottle-kohue'
}
