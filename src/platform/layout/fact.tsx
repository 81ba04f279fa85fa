import type { ReactNode } from 'react'

type Props = { term: string; className?: string | undefined; children: ReactNode }

/** A term and what is known of it, in a description list. */
export const Fact = ({ term, className, children }: Props) => (
  <div className={className}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
