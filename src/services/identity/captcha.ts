/** A riddle that tells people from machines. Only asked where it is configured. */
export type Captcha = {
  /** Public: the browser shows the riddle with it. */
  siteKey: string
  scriptUrl: string
  /** False when the answer is missing, wrong, used before, or can't be checked within 5 s. */
  isHuman(answer: string, address: string): Promise<boolean>
}
