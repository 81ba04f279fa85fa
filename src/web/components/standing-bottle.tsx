import { classes } from '#web/ui/classes.ts'
import { Picture } from '#web/ui/picture.tsx'
import type { PictureName } from '#web/ui/pictures.ts'

import styles from './standing-bottle.module.css'

type Props = {
  name: PictureName
  /** What is in the picture. */
  alt: string
  /** A case: three of the same bottle. */
  three?: boolean
  priority?: boolean
}

/** A bottle, or a case of three, on a drawn line. */
export function StandingBottle({ name, alt, three, priority }: Props) {
  const sizes = '(width >= 48rem) 19rem, 11.4rem'
  return (
    <div className={classes(styles.ground, three && styles.three)}>
      <div className={styles.bottles}>
        {three && <Picture name={name} alt="" sizes={sizes} />}
        <Picture name={name} alt={alt} sizes={sizes} priority={priority} />
        {three && <Picture name={name} alt="" sizes={sizes} />}
      </div>
    </div>
  )
}
