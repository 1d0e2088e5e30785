// Describes caught errors.

/** The message of an error, or any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Describes an error without a path of this machine: the code of a file system error (`ENOSPC`), else the message; for other error classes,
 * whose messages may quote input, the name.
 */
export function describeSystemError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error && 'code' in error) return String(error.code)
  return error.name === 'Error' ? error.message : error.name
}
