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
  width?: 26 | 30 | 34 | 36 | 40 | 44 | 46 | 56 | 68 | undefined
  /** How the words in it are set. */
  text?: 'sans' | 'tight' | 'note' | 'quiet' | 'anywhere'
}

type ClusterOptions = Omit<Options, 'align'> & {
  align?: 'start' | 'center' | 'baseline' | 'end'
  justify?: 'between' | 'center' | 'end' | undefined
}

const rows = (gap: Gap) => styles[`rows-${gap * 10}`]

const set = ({ width, text }: Pick<Options, 'width' | 'text'>) =>
  classes(width && styles[`most-${width}`], text && letters[text])

/*
 * Names of classes rather than components: what is laid out is mostly a form, a list or a section, and
 * keeps its own element.
 */

/** Children below each other, each as wide as there is room. */
export const stack = (gap: Gap, { align, ...rest }: Options = {}): string =>
  classes(styles['stack'], rows(gap), align && styles[align], set(rest))

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
export const grid = (least: 9 | 12 | 18 | 30, lines: Gap, columns: Gap = lines): string =>
  classes(styles['grid'], styles[`least-${least}`], rows(lines), styles[`columns-${columns * 10}`])

/** Children in two columns where there is room for them, else below each other. */
export const pairs = (lines: Gap, columns: Gap): string =>
  classes(styles['pairs'], rows(lines), styles[`columns-${columns * 10}`])

/** What takes all columns of the grid that it is in. */
export const whole = styles['whole']

/**
 * Terms and what is known of each, a quiet term above it; unless given otherwise in columns of 12 rem, of which
 * a phone has two, or one if its text is large.
 */
export const factList = (
  columns = classes(styles['grid'], styles['facts-two'], rows(2), styles['columns-40']),
): string => classes(columns, styles['facts'])

/** Rows below each other between lines, with so much room above and below what is in each. */
export const ledger = (room: 1 | 1.5 | 2): string =>
  classes(styles['ledger'], styles[`room-${room * 10}`])

/** The same with lines between the rows alone. */
export const divided = (room: 1 | 1.5 | 2 | 3): string =>
  classes(styles['divided'], styles[`room-${room * 10}`])

/** The same of terms, each beside what is known of it. */
export const factLedger = classes(ledger(1), styles['beside'], styles['facts'])

/** Stands out of its page, as a sheet of paper does. */
export const card = styles['card']

/** Said beside the text, along a line of its own; `--mark` is its color. */
export const aside = styles['aside']

/** Stays in sight at the end of the window, on its page's ground or on `--under`. */
export const bottomBar = styles['bottom-bar']

/** Takes what is left of the line of a cluster. */
export const grow = styles['grow']

/** A picture that fills the positioned box around it. */
export const cover = styles['cover']

/** Takes so much at the most, in rem. */
export const atMost = (width: NonNullable<Options['width']>): string =>
  styles[`most-${width}`] ?? ''

/** As wide as a page's main part, or as `--most`. */
export const pageWide = styles['page-wide']

/** Keeps what follows at a distance. */
export const roomBelow = styles['room-below']

/** Part of a page between two lines, below its heading. */
export const section = (gap: Gap): string => classes(stack(gap), styles['section'])

/** Begins below a line, with so much room. */
export const ruled = (room: 2 | 3 | 4): string =>
  classes(styles['ruled'], styles[`room-${room * 10}`])

/** Part of a page of settings. */
export const settingsPart = classes(part(2, { width: 46 }), styles['apart'])
