/** The picture families under /pictures: widths on disk and the shape of the largest. */
export const pictures = {
  cordillera: { widths: [560, 800, 1400, 2000], width: 2000, height: 1125 },
  'cordillera-vertical': { widths: [480, 750, 1000], width: 1000, height: 1600 },
  'bottle-on-stone': { widths: [640, 1100, 1600], width: 1600, height: 1200 },
  'bottles-trio': { widths: [480, 900, 1400], width: 1400, height: 1400 },
  'bottle-malbec-2022': { widths: [320, 640, 1000], width: 1000, height: 2000 },
  'bottle-malbec-2021': { widths: [320, 640, 1000], width: 1000, height: 2000 },
  'bottle-cabernet-sauvignon-2021': { widths: [320, 640, 1000], width: 1000, height: 2000 },
  /** Its label names no wine: for wines without a drawing of their own. */
  'bottle-kohue': { widths: [320, 640, 1000], width: 1000, height: 2000 },
} as const satisfies Record<string, { widths: readonly number[]; width: number; height: number }>

type Shape = { widths: readonly number[]; width: number; height: number }

/** Pictures that staff uploaded are named by a hash, and have one of two shapes. */
const uploaded = /^[0-9a-f]{64}(-scene)?$/
const bottle: Shape = pictures['bottle-kohue']
const scene: Shape = pictures['bottles-trio']

export type PictureName = keyof typeof pictures | (string & { readonly isUploaded: true })

export const isPictureName = (name: string): name is PictureName =>
  Object.hasOwn(pictures, name) || uploaded.test(name)

/** The widths of a picture and the shape of the largest. */
export function shapeOf(name: PictureName): Shape {
  if (Object.hasOwn(pictures, name)) return pictures[name as keyof typeof pictures]
  return name.endsWith('-scene') ? scene : bottle
}

/** Whether it shows one bottle, which can stand beside itself as a case of three. */
export const isOneBottle = (name: PictureName): boolean => {
  const { width, height } = shapeOf(name)
  return height === 2 * width
}

/** The path of the largest of a family. */
export const largestOf = (name: PictureName): string =>
  `/pictures/${name}-${shapeOf(name).width}.webp`

/** Every width of a family in one format, in the syntax of `srcset`. */
export function srcSetOf(name: PictureName, format: 'avif' | 'webp'): string {
  return shapeOf(name)
    .widths.map((width) => `/pictures/${name}-${width}.${format} ${width}w`)
    .join(', ')
}
