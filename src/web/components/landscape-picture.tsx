import { pictures, srcSetOf } from '#web/ui/pictures.ts'

/** Screens that are taller than wide get the upright picture. */
const upright = '(max-aspect-ratio: 4/5)'

/** The mountains over the whole window: sepia and wide, or upright on small screens. */
export function LandscapePicture() {
  const { width, height } = pictures.cordillera
  return (
    <picture>
      <source
        media={upright}
        type="image/avif"
        srcSet={srcSetOf('cordillera-vertical', 'avif')}
        sizes="100vw"
      />
      <source media={upright} srcSet={srcSetOf('cordillera-vertical', 'webp')} sizes="100vw" />
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
