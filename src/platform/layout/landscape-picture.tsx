import type { ComponentProps } from 'react'

import { cover } from '#ui/layout.ts'
import { pictures, srcSetOf } from '#ui/pictures.ts'

/** Screens that are taller than wide get the upright picture. */
const upright = '(max-aspect-ratio: 4/5)'

/** Haze and vines under words: two thirds of a phone's pixels show it as well as all of them. */
const uprightSizes = '66vw'

/** The mountains over the whole window: sepia and wide, or upright on small screens. */
export function LandscapePicture() {
  const { width, height } = pictures.cordillera
  const avif = {
    upright: srcSetOf('cordillera-vertical', 'avif'),
    wide: srcSetOf('cordillera', 'avif'),
  }
  return (
    <picture>
      <Preload media={upright} imageSrcSet={avif.upright} imageSizes={uprightSizes} />
      <Preload media={`not ${upright}`} imageSrcSet={avif.wide} imageSizes="100vw" />
      <source media={upright} type="image/avif" srcSet={avif.upright} sizes={uprightSizes} />
      <source
        media={upright}
        srcSet={srcSetOf('cordillera-vertical', 'webp')}
        sizes={uprightSizes}
      />
      <source type="image/avif" srcSet={avif.wide} sizes="100vw" />
      <img
        className={cover}
        alt=""
        width={width}
        height={height}
        src="/pictures/cordillera-1400.webp"
        srcSet={srcSetOf('cordillera', 'webp')}
        sizes="100vw"
        fetchPriority="high"
      />
    </picture>
  )
}

/** In the head, so that it is under way before the body is read. Browsers without AVIF pass it by. */
const Preload = (props: Pick<ComponentProps<'link'>, 'media' | 'imageSrcSet' | 'imageSizes'>) => (
  <link rel="preload" as="image" type="image/avif" fetchPriority="high" {...props} />
)
