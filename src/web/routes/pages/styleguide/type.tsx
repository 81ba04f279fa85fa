import { Icon } from '#web/ui/icon.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'

import { Chapter, Row } from './chapter.tsx'
import styles from './styleguide.module.css'

const icons: IconName[] = [
  'tick',
  'cross',
  'plus',
  'minus',
  'cart',
  'eye',
  'eye-closed',
  'arrow',
  'download',
  'external',
  'phone',
  'mail',
  'info',
]

export function Type() {
  return (
    <Chapter title="Type and signs">
      <p className={styles.hero}>Paraje Altamira</p>
      <p className={styles.title}>2022 Malbec, 2021 Cabernet Sauvignon</p>
      <p className={styles.heading}>Where the vineyards end</p>
      <p className={styles.caps}>Mendoza, Argentina</p>
      <p className={styles.lead}>A lead tells in two lines what the page is about.</p>
      <p>
        Text is set in Garamond, large enough to read at leisure, with <a href="#content">links</a>{' '}
        drawn by a thin line. Ñandú, vendimia, “quotes”, 750 ml × 3.
      </p>
      <p className={styles.form}>
        Forms, prices and tables are set in a quiet sans: <Price>$450.00</Price>,{' '}
        <Unbroken>3-pack of 750ml</Unbroken>
      </p>
      <p>
        <Price large per="per case of three bottles">
          $450
        </Price>
      </p>
      <Row>
        {icons.map((name) => (
          <Icon key={name} name={name} size={26} />
        ))}
      </Row>
    </Chapter>
  )
}
