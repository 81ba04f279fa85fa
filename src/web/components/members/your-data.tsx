import { accountCopy } from '#domain/copy/account.ts'
import { paths } from '#web/paths.ts'

import styles from './account-details.module.css'

/** What we keep about a member, and the ways to have it or be rid of it. */
export function YourData() {
  const { title, text, download } = accountCopy.yourData
  return (
    <section className={styles.block} aria-labelledby="your-data">
      <div className={styles.head}>
        <h2 id="your-data">{title}</h2>
      </div>
      <p className={styles.text}>{text}</p>
      <p className={styles.text}>
        <a href={paths.yourData()} download>
          {download}
        </a>
      </p>
    </section>
  )
}
