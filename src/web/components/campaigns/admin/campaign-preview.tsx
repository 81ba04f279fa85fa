import { campaignCopy as copy } from '#domain/copy/campaigns.ts'
import { paths } from '#domain/paths.ts'

import styles from './campaign.module.css'

/** The email as it was saved, typeset on a wide and on a narrow screen, and as plain text. */
export function CampaignPreview({
  id,
  version,
  text,
}: {
  id: string
  version: number
  text: string
}) {
  const address = (as?: string) => paths.campaignPreview(id, { as, v: String(version) })
  const frames = [
    [copy.previewAt(600), styles.wide, address('known')],
    [copy.previewAt(320), styles.narrow, address('known')],
    [copy.previewUnknown, styles.narrow, address()],
  ] as const
  return (
    <section className={styles.preview} aria-labelledby="preview">
      <h2 id="preview">{copy.preview}</h2>
      <div className={styles.previews}>
        {frames.map(([title, className, src]) => (
          <figure key={title}>
            <figcaption className={styles.quiet}>{title}</figcaption>
            <iframe className={className} src={src} title={title} sandbox="" />
          </figure>
        ))}
      </div>
      <details>
        <summary>{copy.plain}</summary>
        <pre className={styles.plain}>{text}</pre>
      </details>
    </section>
  )
}
