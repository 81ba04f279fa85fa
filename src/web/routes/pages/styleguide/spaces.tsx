import { Chapter } from './chapter.tsx'
import styles from './styleguide.module.css'

/** Names of tokens: src/web/ui/tokens.css says how much each is. */
const spaces = ['space-1', 'space-2', 'space-3', 'space-4', 'space-6', 'space-8'] as const
const measures = ['target', 'gutter', 'section'] as const

export function Spaces() {
  return (
    <Chapter title="Spaces">
      <p>One step is half a rem; gutters and sections grow with the window.</p>
      <Scale names={spaces} />
      <Scale names={measures} />
    </Chapter>
  )
}

function Scale({ names }: { names: readonly (keyof typeof styles & string)[] }) {
  return (
    <dl className={styles.scale}>
      {names.map((name) => (
        <div key={name} className={styles[name]}>
          <dt>{name}</dt>
          <dd />
        </div>
      ))}
    </dl>
  )
}
