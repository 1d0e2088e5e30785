// Creates a socket path that only processes of this user can reach.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const prefix = 'trawl-workers-'

/** Returns a socket path in a new folder that only this user may enter; on Windows the name of a pipe. */
export function createPrivateSocket(newName: () => string): string {
  // mkdtemp creates folders with mode 0700.
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${prefix}${newName()}`
    : join(mkdtempSync(join(tmpdir(), prefix)), 'main.sock')
}

/** Removes the folder; called by the last process to exit. */
export function removePrivateSocket(path: string): void {
  if (basename(dirname(path)).startsWith(prefix)) rmSync(dirname(path), { recursive: true, force: true })
}
