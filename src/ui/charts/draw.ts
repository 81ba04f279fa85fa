import { scaleBand, scaleLinear } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'

/** A bar or a point of a line: what it is called, its value, and the list behind it. */
export type Point = { label: string; value: number; href?: string }

type Tick = { at: number; label: string }

/** A drawn chart, in the units of its view box: the browser needs no library to show it. */
export type Drawing = {
  width: number
  height: number
  bars: { x: number; y: number; width: number; height: number; title: string; href?: string }[]
  lines: { path: string; name: string }[]
  yTicks: Tick[]
  xTicks: Tick[]
  left: number
}

/** Wide and narrow: each is shown at its own size, so that its text stays legible on a phone. */
export type Drawings = { wide: Drawing; narrow: Drawing }

const sizes = {
  wide: { width: 720, height: 220, left: 64 },
  narrow: { width: 340, height: 200, left: 56 },
} as const

type Size = (typeof sizes)[keyof typeof sizes]

/** Of the axis' text, in the units of the view box. */
const charWidth = 7

const foot = 24
const head = 10

const frame = (
  { width, height, left }: Size,
  labels: readonly string[],
  values: readonly number[],
) => {
  const x = scaleBand<number>()
    .domain(labels.map((_, index) => index))
    .range([left, width])
    .paddingInner(0.25)
    .paddingOuter(0.1)
  const y = scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .nice(4)
    .range([height - foot, head])
  return { x, y }
}

/** Labels of the axis below: evenly thinned out to as many as there is room for. */
function xTicksOf(
  size: Size,
  labels: readonly string[],
  middle: (index: number) => number,
): Tick[] {
  const longest = Math.max(...labels.map((label) => label.length))
  const room = Math.floor((size.width - size.left) / (longest * charWidth + 16))
  const every = Math.ceil(labels.length / Math.max(1, room))
  return labels.flatMap((label, index) =>
    (labels.length - 1 - index) % every === 0 ? [{ at: middle(index), label }] : [],
  )
}

const both = (draw: (size: Size) => Drawing): Drawings => ({
  wide: draw(sizes.wide),
  narrow: draw(sizes.narrow),
})

/** Bars over time, with the value in words on each. */
export const drawBars = (points: readonly Point[], inWords: (value: number) => string): Drawings =>
  both((size) => {
    const labels = points.map(({ label }) => label)
    const { x, y } = frame(
      size,
      labels,
      points.map(({ value }) => value),
    )
    const bars = points.map(({ label, value, href }, index) => ({
      x: round(x(index)!),
      y: round(y(value)),
      width: round(x.bandwidth()),
      height: round(y(0) - y(value)),
      title: `${label}: ${inWords(value)}`,
      ...(href && { href }),
    }))
    return {
      ...base(size, y, inWords),
      bars,
      lines: [],
      xTicks: xTicksOf(size, labels, middleOf(x)),
    }
  })

type Series = { name: string; values: readonly number[] }

/** Lines over time, one per series. */
export const drawLines = (
  labels: readonly string[],
  series: readonly Series[],
  inWords: (value: number) => string,
): Drawings =>
  both((size) => {
    const { x, y } = frame(
      size,
      labels,
      series.flatMap(({ values }) => values),
    )
    const path = line<number>()
      .x((_, index) => round(middleOf(x)(index)))
      .y((value) => round(y(value)))
      .curve(curveMonotoneX)
    const lines = series.map(({ name, values }) => ({ name, path: path(values) ?? '' }))
    return {
      ...base(size, y, inWords),
      bars: [],
      lines,
      xTicks: xTicksOf(size, labels, middleOf(x)),
    }
  })

type Y = ReturnType<typeof frame>['y']

const base = ({ width, height, left }: Size, y: Y, inWords: (value: number) => string) => ({
  width,
  height,
  left,
  yTicks: y
    .ticks(4)
    .filter(Number.isInteger)
    .map((value) => ({ at: round(y(value)), label: inWords(value) })),
})

const middleOf = (x: ReturnType<typeof frame>['x']) => (index: number) =>
  round(x(index)! + x.bandwidth() / 2)

const round = (value: number) => Math.round(value * 10) / 10
