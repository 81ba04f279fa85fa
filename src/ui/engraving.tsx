import type { ComponentProps } from 'react'

/** The engravings under /pictures and their shape in pixels at full size. */
const engravings = {
  case: { width: 398, height: 384 },
  stone: { width: 452, height: 284 },
  soil: { width: 1440, height: 220 },
  peak: { width: 520, height: 350 },
  vine: { width: 372, height: 408 },
} as const satisfies Record<string, { width: number; height: number }>

type Props = Omit<ComponentProps<'svg'>, 'width' | 'height' | 'viewBox'> & {
  name: keyof typeof engravings
  /** In CSS pixels; styles may make it narrower. */
  width?: number
}

/**
 * A decorative engraving in the color of the text around it. The drawing is a file of its own that
 * `<use>` refers to: it is cached once and weighs nothing in the page or in the script.
 */
export function Engraving({ name, width, ...svg }: Props) {
  const full = engravings[name]
  const shown = width ?? full.width
  return (
    <svg
      viewBox={`0 0 ${full.width} ${full.height}`}
      width={shown}
      height={Math.round((shown * full.height) / full.width)}
      fill="currentColor"
      aria-hidden="true"
      {...svg}
    >
      <use href={`/pictures/engraving-${name}.svg#art`} {...full} />
    </svg>
  )
}
