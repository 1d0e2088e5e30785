// Fair queueing between callers of link checks: each gets its turn, however many checks it has queued.

export type FairQueue = ReturnType<typeof createFairQueue>

/** The state of a client with queued or running tasks. */
interface ClientTasks {
  count: number
  /** The round of its latest task. */
  lastRound: number
}

/**
 * Creates the order (start-time fair queueing). Each client has one task per round. A client that arrives later starts
 * in the current round, so it does not wait for tasks that others have in later rounds.
 */
export function createFairQueue() {
  const clients = new Map<string, ClientTasks>()
  let servedRound = 0
  return {
    /** Queues a task of this client. The queued task with the highest (negative) priority goes first. */
    enqueue(client: string) {
      const tasks = clients.get(client) ?? { count: 0, lastRound: 0 }
      const round = Math.max(servedRound, tasks.lastRound) + 1
      Object.assign(tasks, { count: tasks.count + 1, lastRound: round })
      clients.set(client, tasks)
      return {
        priority: -round,
        /** How many tasks the client has queued or running, with this one. */
        count: tasks.count,
        start() {
          servedRound = Math.max(servedRound, round)
        },
        /** The task ended or was cancelled. */
        end() {
          tasks.count -= 1
          // A client is not charged for rounds of cancelled tasks.
          if (tasks.count === 0) clients.delete(client)
        },
      }
    },
  }
}
