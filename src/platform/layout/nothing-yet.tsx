import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Engraving } from '#ui/engraving.tsx'
import { letters, stack } from '#ui/layout.ts'

import { paths } from '../http/paths.rules.ts'

type Props = { title: string; text: string; action: string }

/** The empty state of a member's list, with the way to the shop. */
export const NothingYet = ({ title, text, action }: Props) => (
  <section
    className={classes(stack(3, { align: 'center' }), letters.centered, letters.lead)}
    aria-label={title}
  >
    <Engraving name="vine" width={200} />
    <p>{text}</p>
    <ButtonLink href={paths.members('current')}>{action}</ButtonLink>
  </section>
)
