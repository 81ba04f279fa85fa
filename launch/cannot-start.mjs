/** Something that can't be done, said in one plain sentence. */
export class CannotStart extends Error {}

/** Ends with the sentence alone: no stack, exit code 1. */
export function endWith(error) {
  process.stderr.write(
    `${error instanceof CannotStart ? error.message : (error?.stack ?? error)}\n`,
  )
  process.exit(1)
}
