import { pictures, srcSetOf } from '#web/ui/pictures.ts'

/** Screens that are taller than wide get the upright picture. */
const upright = '(max-aspect-ratio: 4/5)'

/** Haze and vines under words: two thirds of a phone's pixels show it as well as all of them. */
const uprightSizes = '66vw'

/** The mountains over the whole window: sepia and wide, or upright on small screens. */
export function LandscapePicture() {
  const { width, height } = pictures.cordillera
  return (
    <picture>
      <source
        media={upright}
        type="image/avif"
        srcSet={srcSetOf('cordillera-vertical', 'avif')}
        sizes={uprightSizes}
      />
      <source
        media={upright}
        srcSet={srcSetOf('cordillera-vertical', 'webp')}
        sizes={uprightSizes}
      />
      <source type="image/avif" srcSet={srcSetOf('cordillera', 'avif')} sizes="100vw" />
      <img
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
