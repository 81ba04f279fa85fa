import { classes } from '#ui/classes.ts'
import { Picture } from '#ui/picture.tsx'
import type { PictureName } from '#ui/pictures.ts'
import { isOneBottle } from '#ui/pictures.ts'

import styles from './bottle.module.css'

type Props = {
  name: PictureName
  alt: string
  /** A case: three of the same bottle, unless the picture is a scene of its own. */
  three?: boolean
  priority?: boolean
  /** Sets `--bottle`, its height, and the size of the panel. */
  className?: string | undefined
  sizes?: string
}

/** A bottle, or a case of three, standing on its panel. */
export function Bottle({ name, alt, priority, className, sizes = bySize, ...props }: Props) {
  const three = props.three && isOneBottle(name)
  return (
    <div className={classes(styles.ground, three && styles.three, className)}>
      <div className={styles.bottles}>
        {three && <Picture name={name} alt="" sizes={sizes} />}
        <Picture name={name} alt={alt} sizes={sizes} priority={priority} />
        {three && <Picture name={name} alt="" sizes={sizes} />}
      </div>
    </div>
  )
}

const bySize = '(width >= 48rem) 19rem, 11.4rem'
