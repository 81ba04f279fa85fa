import type { ReactNode } from 'react'

type Props = {
  id: string
  title: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A part of a page, named by its heading. */
export const Section = ({ id, title, className, children }: Props) => (
  <section className={className} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)
