import { classes } from './classes.ts'

import styles from './layout.module.css'
import letters from './letters.module.css'

/** Classes for words: their size, weight and colour. */
export { letters }

/** In steps of 0.5rem. */
type Gap = 0 | 0.5 | 1 | 1.5 | 2 | 2.5 | 3 | 4

type Options = {
  /** Across the direction in which the children follow each other. */
  align?: 'start' | 'center'
  /** The most it takes, in rem. */
  width?: 26 | 30 | 34 | 36 | 40 | 44 | 46 | 56 | undefined
  /** How the words in it are set. */
  text?: 'sans' | 'tight' | 'note' | 'quiet' | 'anywhere'
}

type ClusterOptions = Omit<Options, 'align'> & {
  align?: 'start' | 'center' | 'baseline' | 'end'
  justify?: 'between' | 'center' | 'end'
}

/*
 * Names of classes rather than components: what is laid out is mostly a form, a list or a section, and
 * keeps its own element.
 */

/** Children below each other, each as wide as there is room. */
export const stack = (gap: Gap, { align, ...rest }: Options = {}): string =>
  classes(styles['stack'], rows(gap), align && styles[`across-${align}`], set(rest))

/** Part of a page, below its heading. */
export const part = (gap: Gap = 2, options?: Options): string =>
  classes(stack(gap, options), styles['part'])

/** What is filled in below each other, in a column; a button in it is as wide as its words. */
export const fields = (width: Options['width'], gap: Gap = 2.5): string =>
  classes(stack(gap, { align: 'start', width }), styles['fields'])

/** Children beside each other, and on more lines where they have no room: their gap, or that of the lines and theirs. */
export const cluster = (
  gap: Gap | [lines: Gap, children: Gap],
  { align = 'center', justify, ...rest }: ClusterOptions = {},
): string => {
  const [lines, children] = typeof gap === 'number' ? [gap, gap] : gap
  return classes(
    styles['cluster'],
    rows(lines),
    styles[`columns-${children * 10}`],
    styles[align],
    justify && styles[`spread-${justify}`],
    set(rest),
  )
}

/** Children at both ends of a line. */
export const ends = (gap: Gap): string => classes(styles['ends'], styles[`columns-${gap * 10}`])

/** Children in as many columns of one width as there is room for, each at least so many rem wide. */
export const grid = (least: 12 | 30, lines: Gap, columns: Gap = lines): string =>
  classes(styles['grid'], styles[`least-${least}`], rows(lines), styles[`columns-${columns * 10}`])

/** Children in two columns where there is room for them, else below each other. */
export const pairs = (lines: Gap, columns: Gap): string =>
  classes(styles['pairs'], rows(lines), styles[`columns-${columns * 10}`])

/** What takes all columns of the grid that it is in. */
export const whole = styles['whole']

/** Terms and what is known of each, a quiet term above it; in columns of 12 rem, two on a phone, unless given otherwise. */
export const factList = (
  columns = classes(styles['grid'], styles['facts-two'], rows(2), styles['columns-40']),
): string => classes(columns, styles['facts'])

/** Takes so much at the most, in rem. */
export const atMost = (width: NonNullable<Options['width']>): string =>
  styles[`most-${width}`] ?? ''

/** As wide as a page's main part. */
export const pageWide = styles['page-wide']

/** Keeps what follows at a distance. */
export const roomBelow = styles['room-below']

/** Part of a page between two lines, below its heading. */
export const section = (gap: Gap): string => classes(stack(gap), styles['section'])

/** Begins below a line, with so much room. */
export const ruled = (room: 3 | 4): string => classes(styles['ruled'], styles[`room-${room * 10}`])

const rows = (gap: Gap) => styles[`rows-${gap * 10}`]

const set = ({ width, text }: Pick<Options, 'width' | 'text'>) =>
  classes(width && styles[`most-${width}`], text && letters[text])
