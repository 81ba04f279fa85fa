import type { ComponentProps } from 'react'
import { useState } from 'react'

import { TextField } from '#ui/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'onChange'> & {
  /** The largest file that the server reads. */
  megabytes: number
}

/** A file. One that the server would not read is refused here: it could only answer with a page of its own. */
export function FileField({ megabytes, error, ...field }: Props) {
  const [isTooLarge, setTooLarge] = useState(false)
  return (
    <TextField
      {...field}
      type="file"
      error={isTooLarge ? `That file is larger than ${megabytes} MB. Choose another.` : error}
      onChange={({ currentTarget: input }) => {
        const { size = 0 } = input.files?.[0] ?? {}
        const isOver = size > megabytes * 1024 * 1024
        setTooLarge(isOver)
        if (isOver) input.value = ''
      }}
    />
  )
}
