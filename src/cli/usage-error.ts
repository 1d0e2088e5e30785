// The error for wrong usage or invalid settings; its message is all that the user sees.

/** A mistake of the user. The command ends with the exit status for wrong usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
