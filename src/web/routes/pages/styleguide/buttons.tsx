import { paths } from '#domain/paths.ts'
import type { ButtonKind } from '#web/ui/button.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { Chapter, Row } from './chapter.tsx'
import styles from './styleguide.module.css'

const kinds: ButtonKind[] = ['primary', 'secondary', 'quiet']

export function Buttons() {
  return (
    <Chapter title="Buttons">
      <AllButtons />
      <div className={styles.dark} data-paper="dark">
        <AllButtons />
      </div>
    </Chapter>
  )
}

function AllButtons() {
  return kinds.map((kind) => (
    <Row key={kind}>
      <Button type="button" kind={kind}>
        Checkout
      </Button>
      <Button type="button" kind={kind} inactive>
        Inactive
      </Button>
      <Button type="button" kind={kind} disabled>
        Disabled
      </Button>
      <ButtonLink href={paths.home()} kind={kind}>
        A link <Icon name="arrow" size={18} />
      </ButtonLink>
    </Row>
  ))
}
