// What something costs the processor: what else the machine does meanwhile counts for nothing.

/** Time of the processor in this thread, in milliseconds. */
export function costMs(run: () => unknown): number {
  const start = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
