// Who may write to a folder, by its mode.
import { statSync } from 'node:fs'
import { sep } from 'node:path'

/** May every user of this machine put files into it? Windows does not tell that by a mode. */
export function isWorldWritable(folder: string): boolean {
  if (sep !== '/') return false
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o002) !== 0
}
