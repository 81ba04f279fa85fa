import type { ComponentProps } from 'react'

import type { PictureName } from './pictures.ts'
import { shapeOf, srcSetOf } from './pictures.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> & {
  name: PictureName
  alt: string
  /** How wide it is shown, in the syntax of `sizes`. */
  sizes: string
  /** The picture people wait for: fetched first, not lazily. */
  priority?: boolean
}

/** AVIF where it is understood, WebP elsewhere; its place is kept from the start. */
export function Picture({ name, alt, sizes, priority, ...img }: Props) {
  const { width, height, widths } = shapeOf(name)
  return (
    <picture>
      <source type="image/avif" srcSet={srcSetOf(name, 'avif')} sizes={sizes} />
      <img
        {...img}
        alt={alt}
        width={width}
        height={height}
        src={`/pictures/${name}-${widths[1]}.webp`}
        srcSet={srcSetOf(name, 'webp')}
        sizes={sizes}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
      />
    </picture>
  )
}
