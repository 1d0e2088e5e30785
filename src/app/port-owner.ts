// Finds the process that listens on a port, for the message about a port that is taken. Linux only: reads /proc.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** `0A` is the state "listening"; the tenth field is the inode of the socket. */
function socketsOn(port: number): ReadonlySet<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => attempt(() => readFileSync(file, 'utf8')) ?? [])
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)))
  const ours = rows.filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${hex}`))
  return new Set(ours.map((fields) => `socket:[${fields[9]}]`))
}

/** Describes the process that listens on the port; undefined if it belongs to another user or the system is not Linux. */
export function findPortOwner(port: number): string | undefined {
  const sockets = socketsOn(port)
  const pids =
    sockets.size === 0 ? [] : (attempt(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const files = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []
    if (!files.some((fd) => sockets.has(attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? ''))) continue
    const program = attempt(() => basename(readlinkSync(`/proc/${pid}/exe`))) ?? 'a program'
    const folder = attempt(() => ` in ${readlinkSync(`/proc/${pid}/cwd`)}`) ?? ''
    return `${program} (process ${pid}${folder})`
  }
  return undefined
}

/** Processes end while they are read, and those of other users may not be read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
