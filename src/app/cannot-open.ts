/** The shop must not start; the message is one sentence for the operator. */
export class CannotOpen extends Error {}
