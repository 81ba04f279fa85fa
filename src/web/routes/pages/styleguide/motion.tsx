import { Checkbox } from '#web/ui/checkbox.tsx'

import { Chapter } from './chapter.tsx'
import styles from './styleguide.module.css'

const paces = ['quick', 'calm'] as const

export function Motion() {
  return (
    <Chapter title="Motion">
      <p>
        What answers a press is quick; what comes and goes is calm. For people who asked for less
        motion everything is there at once.
      </p>
      <div className={styles.motion}>
        <Checkbox label="Move" name="move" />
        <dl className={styles.scale}>
          {paces.map((pace) => (
            <div key={pace} className={styles[pace]}>
              <dt>{pace}</dt>
              <dd />
            </div>
          ))}
        </dl>
      </div>
    </Chapter>
  )
}
