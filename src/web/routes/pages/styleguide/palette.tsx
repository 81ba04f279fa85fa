import { Chapter } from './chapter.tsx'
import styles from './styleguide.module.css'

const colours = [
  'tinta',
  'tierra',
  'arcilla',
  'cobre',
  'cobre-deep',
  'duna',
  'lino',
  'papel',
  'nieve',
  'ground',
  'good',
  'bad',
]

export function Palette() {
  return (
    <Chapter title="Palette">
      <div className={styles.swatches}>
        {colours.map((colour) => (
          <div key={colour} className={styles[colour]}>
            {colour}
          </div>
        ))}
      </div>
    </Chapter>
  )
}
