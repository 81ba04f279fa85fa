import { Fragment } from 'react'

/** Lines of text, one below the other. */
export const Lines = ({ of }: { of: readonly string[] }) =>
  of.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
