// Creates the data folder, and words what this user may not do with it.
import { accessSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/**
 * Creates a folder and those above it, unless they exist. Node's recursive `mkdir` never returns where a file system takes no folders (/proc).
 * @throws the error of the file system.
 */
export function createFolder(folder: string): void {
  if (isFolder(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) createFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST' || !isFolder(folder)) throw error
  }
}

/**
 * Creates the data folder and checks what this user may do with it. Returns a sentence where nothing can be written: then data is kept in memory.
 * Other mistakes, a full disk for instance, are left to who writes.
 * @throws Error with a sentence where the folder cannot be created by anybody, or this user may not read what is in it.
 */
export function openDataFolder(given: string): string | undefined {
  const folder = resolve(given)
  const closed = findClosedParent(folder)
  if (closed !== undefined) throw new Error(refusal(folder, `may not enter ${closed}`, `chmod o+x ${closed}`))
  try {
    createFolder(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new Error(`DATA_DIR (${folder}): no folder can be created there; set DATA_DIR to a folder on a disk`, {
        cause: error,
      })
    return isForbidden(error)
      ? refusal(folder, 'may not create it', `mkdir -p ${folder} && chown ${owner()} ${folder}`)
      : undefined
  }
  if (!may(folder, constants.R_OK | constants.X_OK)) throw new Error(refusal(folder, 'may not read it', ownIt(folder)))
  // The files of Trawl; what else lies there need not be readable.
  const files = readdirSync(folder).filter((name) => /\.(?:db|db-wal|json|lock)$/.test(name))
  const unreadable = files.filter((file) => !may(join(folder, file), constants.R_OK))
  if (unreadable.length > 0)
    throw new Error(refusal(folder, `may not read ${unreadable.slice(0, 3).join(', ')} in it`, ownIt(folder)))
  const readOnly = may(folder, constants.W_OK) ? files.find((file) => !may(join(folder, file), constants.W_OK)) : ''
  if (readOnly === undefined) return undefined
  return refusal(folder, `may not write to ${readOnly === '' ? 'it' : `${readOnly} in it`}`, ownIt(folder))
}

/** The nearest folder above `folder` that this user may not enter. */
function findClosedParent(folder: string): string | undefined {
  const parent = dirname(folder)
  if (parent === folder) return undefined
  return findClosedParent(parent) ?? (isFolder(parent) && !may(parent, constants.X_OK) ? parent : undefined)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Whether this user may do that; true where something else is wrong. */
function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch (error) {
    return !isForbidden(error)
  }
}

function isForbidden(error: unknown): boolean {
  return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function refusal(folder: string, what: string, remedy: string): string {
  return `DATA_DIR (${folder}): ${describeUser()} ${what}. Run: ${remedy}; or set DATA_DIR to a folder of this user`
}

function ownIt(folder: string): string {
  return `chown -R ${owner()} ${folder}`
}

function owner(): string {
  return String(process.getuid?.() ?? describeUser())
}

/** A user of a container may have no name. */
function describeUser(): string {
  const uid = process.getuid?.()
  try {
    const { username } = userInfo()
    return uid === undefined ? `the user ${username}` : `the user ${username} (uid ${uid})`
  } catch {
    return `the user with uid ${uid}`
  }
}
