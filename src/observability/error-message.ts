// Describes an error in a few words that contain no path of this machine.

/** The code of a file system error (`ENOSPC`), else the message; for other error classes, whose messages may quote input, the name. */
export function describeSystemError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error && 'code' in error) return String(error.code)
  return error.name === 'Error' ? error.message : error.name
}
