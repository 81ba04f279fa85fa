/** An expected failure, reported as one sentence. */
export class CannotStart extends Error {}

/** Prints the sentence without a stack, and exits with code 1. */
export function endWith(error) {
  process.stderr.write(
    `${error instanceof CannotStart ? error.message : (error?.stack ?? error)}\n`,
  )
  process.exit(1)
}
