import type { ComponentProps } from 'react'

/** Drawn on a 24 unit grid with one thin line, like the engravings. */
const drawings = {
  tick: 'M4.5 12.5 10 18 19.5 6.5',
  cross: 'M6 6 18 18M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  cart: 'M5 8.5h14l-1 11.5H6zM8.5 8.5V7a3.5 3.5 0 0 1 7 0v1.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-closed':
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 20 20 4',
  arrow: 'M4 12h15.5M13.5 6l6 6-6 6',
  download: 'M12 4v11.5M6.5 10.5 12 16l5.5-5.5M4.5 20h15',
  external: 'M13.5 4.5h6v6M19.5 4.5 10 14M17 14v5.5H4.5V7H10',
  phone:
    'M6.5 4h3l1.5 4-2 1.6a11 11 0 0 0 5.4 5.4l1.6-2 4 1.5v3c0 1-.8 1.8-1.8 1.7A15.8 15.8 0 0 1 4.8 5.8C4.7 4.8 5.5 4 6.5 4z',
  mail: 'M3.5 6h17v12.5h-17zM3.5 6.5 12 13l8.5-6.5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.6v.3',
} as const

export type IconName = keyof typeof drawings

type Props = ComponentProps<'svg'> & { name: IconName; size?: number }

/** Decoration beside words; a button with an icon alone carries its own `aria-label`. */
export function Icon({ name, size = 20, ...rest }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
      {...rest}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
