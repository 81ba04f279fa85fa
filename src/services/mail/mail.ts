/** A letter ready to be sent. */
export type Letter = {
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** Same letter, same id: a repeat after a crash is recognisable. */
  messageId: string
  headers?: Record<string, string>
}

/** A way to send a letter. Throws when it was not taken; the queue tries again. */
export type Mailer = {
  send(letter: Letter): Promise<void>
  close(): void
}
