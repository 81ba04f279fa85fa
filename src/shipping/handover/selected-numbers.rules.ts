/** The numbers of shipments that are selected in a form or an address. */
export const numbersIn = (typed: readonly string[]): number[] =>
  [...new Set(typed.map(Number))].filter(
    (number) => Number.isSafeInteger(number) && number > 0 && number < 2 ** 31,
  )
