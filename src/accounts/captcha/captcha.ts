/** Port to a captcha service. */
export type Captcha = {
  /** Public key of the widget. */
  siteKey: string
  scriptUrl: string
  /** False when the response is missing, wrong, used before, or can't be checked within 5 s. */
  isHuman(solution: string, address: string): Promise<boolean>
}
