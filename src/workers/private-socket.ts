// A socket that only processes of this user on this machine reach.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const prefix = 'trawl-workers-'

/** Makes a path to listen on, in a new folder that only this user may enter; on Windows the name of a pipe. */
export function makePrivateSocket(newName: () => string): string {
  // A folder made so has mode 0700.
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${prefix}${newName()}`
    : join(mkdtempSync(join(tmpdir(), prefix)), 'main.sock')
}

/** Removes the folder; whoever ends last does that. */
export function removePrivateSocket(path: string): void {
  if (basename(dirname(path)).startsWith(prefix)) rmSync(dirname(path), { recursive: true, force: true })
}
