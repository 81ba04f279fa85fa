import { Engraving } from '#web/ui/engraving.tsx'

import { Chapter } from './chapter.tsx'
import styles from './styleguide.module.css'

const names = ['case', 'stone', 'peak', 'vine'] as const

export function Engravings() {
  return (
    <Chapter title="Engravings">
      {names.map((name) => (
        <Engraving key={name} name={name} width={180} />
      ))}
      <Engraving name="soil" width={720} className={styles.wide} />
    </Chapter>
  )
}
