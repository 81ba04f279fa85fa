/** Days for which a box is held until its buyer says so; then staff ask what shall become of it. */
export const mostHeldDays = 180

/** Days after which its buyer is reminded. */
export const heldReminderDays = 150
