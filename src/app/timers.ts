// Periodic work by name; none of it keeps the process alive.

export interface PeriodicTask {
  readonly everyMs: number
  /** Must not reject or throw. */
  run(): unknown
}

export interface Timers {
  stop(): void
}

export function startTimers(tasks: Readonly<Record<string, PeriodicTask | undefined>>): Timers {
  const timers = Object.values(tasks).flatMap((task) =>
    task ? [setInterval(() => void task.run(), task.everyMs).unref()] : [],
  )
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
