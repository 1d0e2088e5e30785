// Checks the permissions of a folder.
import { statSync } from 'node:fs'
import { sep } from 'node:path'

/** Whether every user may create files in the folder. Always false on Windows, where the mode does not tell. */
export function isWorldWritable(folder: string): boolean {
  if (sep !== '/') return false
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o002) !== 0
}
