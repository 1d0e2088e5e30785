// Periodic work by name; none of it keeps the process alive.

interface PeriodicTask {
  readonly everyMs: number
  /** Must not reject or throw. */
  run(): unknown
}

/** Starts the tasks that are there. Returns a function that stops them. */
export function startTimers(tasks: Readonly<Record<string, PeriodicTask | undefined>>): () => void {
  const timers = Object.values(tasks).flatMap((task) =>
    task ? [setInterval(() => void task.run(), task.everyMs).unref()] : [],
  )
  return () => timers.forEach(clearInterval)
}
