export type SecondFactor = {
  /** A new secret: for the authenticator app, and encrypted for the database. */
  newSecret(): { secret: string; sealed: string }
  /** Decrypts a secret; null when it was encrypted with another DATA_SECRET. */
  open(sealed: string): string | null
  /** The `otpauth:` URL for the authenticator app. */
  addressFor(secret: string, account: string): string
  /** Its QR code: `data:image/svg+xml;…`. */
  pictureOf(address: string): Promise<string>
  /**
   * The time step of a code, and how far off the clock is, in seconds; null when the code belongs to
   * no step near this moment.
   */
  stepOf(secret: string, code: string, at: Date): { step: number; offSeconds: number } | null
  newRecoveryCodes(): string[]
  hashOfRecoveryCode(userId: string, code: string): string
}
