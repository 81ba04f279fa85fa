/** The responsibilities of staff; an owner may do everything. */
export const duties = [
  'owner',
  'releases',
  'shipping',
  'support',
  'compliance',
  'emails',
  'accounting',
] as const
export type Duty = (typeof duties)[number]

/** The duties among these texts, each once, in the order of the table. */
export const dutiesIn = (texts: readonly unknown[]): Duty[] =>
  duties.filter((duty) => texts.includes(duty))

/** Whether two sets of duties are the same in any order. */
export const areSameDuties = (one: readonly Duty[], other: readonly Duty[]): boolean =>
  dutiesIn(one).join() === dutiesIn(other).join()
