// Loaded before the service: reports the longest turns of its event loop in processor time of the main thread.
/** Milliseconds of processor time of each turn since the latest message. */
export type Turns = readonly number[]

const turns: number[] = []
const used = { before: usedMs() }

function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A timer that is always due runs once in each turn. */
setInterval(() => {
  const now = usedMs()
  turns.push(now - used.before)
  used.before = now
}, 1).unref()

process.on('message', () => process.send?.(turns.splice(0)))
process.channel?.unref()
