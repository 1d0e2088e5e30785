// Measures processor time, which does not depend on other load of the machine.

/** Processor time of this thread in milliseconds. */
export function costMs(run: () => unknown): number {
  const start = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
