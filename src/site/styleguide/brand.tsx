import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { Engraving } from '#ui/engraving.tsx'
import type { IconName } from '#ui/icon.tsx'
import { Icon } from '#ui/icon.tsx'
import { grid, letters, stack } from '#ui/layout.ts'
import { Price } from '#ui/price.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

import { Chapter, Row } from './chapter.tsx'

import styles from './styleguide.page.module.css'

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
      <div className={classes(grid(9, 2), letters.note, styles.swatches)}>
        {colours.map((colour) => (
          <div key={colour}>
            <Bar height="5rem" fill={colour} />
            {colour}
          </div>
        ))}
      </div>
    </Chapter>
  )
}

/** A bar by attributes alone: the content security policy allows no styles in the page. */
const Bar = ({ fill, height, width }: { fill: string; height: string; width?: string }) => (
  <svg width="100%" height={height} aria-hidden="true">
    <rect width={width ? `var(--${width})` : '100%'} height="100%" fill={`var(--${fill})`} />
  </svg>
)

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
      <p className={letters.kicker}>Mendoza, Argentina</p>
      <p className={letters.lead}>A lead tells in two lines what the page is about.</p>
      <p>
        Text is set in Garamond, large enough to read at leisure, with <a href="#content">links</a>{' '}
        drawn by a thin line. Ñandú, vendimia, “quotes”, 750 ml × 3.
      </p>
      <p className={letters.tight}>
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

/** Names of tokens: src/ui/tokens.css says how much each is. */
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

function Scale({ names }: { names: readonly string[] }) {
  return (
    <dl className={classes(stack(1, { text: 'note' }), styles.scale)}>
      {names.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Bar height="1rem" fill="duna" width={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const names = ['case', 'stone', 'peak', 'vine'] as const

export function Engravings() {
  return (
    <Chapter title="Engravings">
      {names.map((name) => (
        <Engraving key={name} name={name} width={180} />
      ))}
      <Engraving name="soil" width={720} />
    </Chapter>
  )
}

const paces = ['quick', 'calm'] as const

export function Motion() {
  return (
    <Chapter title="Motion">
      <p>
        What answers a press is quick; what comes and goes is calm. For people who asked for less
        motion everything is there at once.
      </p>
      <div className={classes(stack(2), styles.motion)}>
        <Checkbox label="Move" name="move" />
        <dl className={classes(stack(1, { text: 'note' }), styles.scale)}>
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
