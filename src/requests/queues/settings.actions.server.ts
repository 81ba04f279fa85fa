import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'
import { refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { staffSwitch } from '#platform/action/staff-switch.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'

import { answerText } from '../answer-requests.actions.server.ts'
import { maxSavedAnswers } from '../request.rules.ts'
import {
  changeAnswer,
  removeAnswer,
  saveAnswer,
  savedAnswersNow,
} from '../saved-answers.store.server.ts'

const savedAnswer = (name: string) => auditSubject('request', 'settings', name)

/** Turns on or off that customers see their requests. */
export const showRequests = staffSwitch({
  needs: 'answer-requests',
  log: 'requests-shown',
  name: 'answer-requests',
  subject: savedAnswer(''),
  say: {
    on: 'Customers see their requests now.',
    off: 'Customers no longer see their requests. All of them stay recorded.',
  },
})

const nameTaken =
  'Another saved answer has this name. Please choose another, or remove that answer first.'

/** Saves a text for declining under a name. */
export const keepAnswer = staffAction({
  needs: 'answer-requests',
  log: 'saved-answer-set',
  form: z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Please give it a name.')
      .transform((name) => name.slice(0, 60)),
    text: answerText,
  }),
  async run({ tx, audit }, answer) {
    if (!(await saveAnswer(tx, answer))) {
      const isTaken = (await savedAnswersNow(tx)).some(({ name }) => name === answer.name)
      if (isTaken) return refuse(nameTaken, { field: 'name' })
      return refuse(`No more than ${maxSavedAnswers} saved answers. Remove one first.`)
    }
    audit(savedAnswer(answer.name), { after: answer })
    return {}
  },
  say: () => 'The answer is saved.',
})

/** Changes a saved text. `was` is what the form was opened with. */
export const rewordAnswer = staffAction({
  needs: 'answer-requests',
  log: 'saved-answer-set',
  form: z.object({ id: text(), was: answerText, text: answerText }),
  async run({ tx, audit, unchanged }, { id, was, text: typed }) {
    const name = await changeAnswer(tx, { id, was, text: typed })
    if (name === null) return savedElsewhere()
    if (typed === was) unchanged()
    else audit(savedAnswer(name), { before: { text: was }, after: { text: typed } })
    return {}
  },
  say: () => 'The answer is saved.',
})

/** Deletes a saved text. */
export const dropAnswer = staffAction({
  needs: 'answer-requests',
  log: 'saved-answer-set',
  form: z.object({ id: text() }),
  async run({ tx, audit, unchanged }, { id }) {
    const name = await removeAnswer(tx, id)
    if (name === null) unchanged()
    else audit(savedAnswer(name), { before: { name } })
    return {}
  },
  say: () => 'The answer is removed.',
})
