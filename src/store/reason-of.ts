// Why a file could not be read or written, in a few words that name no path of this machine.

/** A code like `ENOSPC` for what the file system threw, else the error's words; those of a parser quote what it read, so its name must do. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error && 'code' in error) return String(error.code)
  return error.name === 'Error' ? error.message : error.name
}
