import type { ComponentProps } from 'react'
import { useState } from 'react'

import { TextField } from '#ui/text-field.tsx'

import { megabytes } from '../text/number-words.copy.ts'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'onChange'> & {
  /** The largest file that the server reads, in bytes. */
  maxBytes: number
}

/** A file. One that the server would not read is refused here: it could only answer with a page of its own. */
export function FileField({ maxBytes, error, ...field }: Props) {
  const [isTooLarge, setTooLarge] = useState(false)
  return (
    <TextField
      {...field}
      type="file"
      error={
        isTooLarge ? `That file is larger than ${megabytes(maxBytes)}. Choose another.` : error
      }
      onChange={({ currentTarget: input }) => {
        const { size = 0 } = input.files?.[0] ?? {}
        const isOver = size > maxBytes
        setTooLarge(isOver)
        if (isOver) input.value = ''
      }}
    />
  )
}
