import { z } from 'zod'

import { wineSubject } from '#catalogue/log.copy.ts'
import { oneOf, text, version } from '#platform/action/form-fields.ts'
import { notThere, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { factsOf, maxCola, maxFact, readAlcohol, wineClasses } from './wine-facts.rules.ts'
import { factsOfWine, writeWineFacts } from './wine-facts.store.server.ts'

const fact = (longest: number) => text(longest, `At most ${longest} characters, please.`)

/** Sets what reports to states say of a wine. What is left empty is not known. */
export const saveWineFacts = staffAction({
  needs: 'manage-compliance',
  log: 'wine-facts-set',
  form: z.object({
    wine: text(),
    version: version(),
    brand: fact(maxFact),
    class: oneOf(['', ...wineClasses]).default(''),
    alcohol: text().transform((typed, { addIssue }) => {
      const read = readAlcohol(typed)
      if (read === undefined) addIssue('Percent from 5.0 to 24.0, please, such as 13.5.')
      return read ?? null
    }),
    cola: fact(maxCola).refine(
      (typed) => /^[\dA-Za-z-]*$/.test(typed),
      'Digits, letters and hyphens, please.',
    ),
    country: fact(maxFact),
  }),
  async run({ tx, audit, unchanged }, { wine: id, version: seen, ...facts }) {
    const wine = await factsOfWine(tx, id)
    if (!wine) return notThere()
    const { title } = wine
    if (factsOf.every((name) => wine[name] === facts[name])) {
      unchanged()
      return { title }
    }
    if (wine.version !== seen || !(await writeWineFacts(tx, id, facts, seen))) {
      return savedElsewhere()
    }
    const before = Object.fromEntries(factsOf.map((name) => [name, wine[name]]))
    audit(wineSubject(wine), { before, after: facts })
    return { title }
  },
  say: ({ title }) => `The facts of ${title} are saved.`,
})
