// The order of clients that wait in one queue: they take turns, however much each of them has waiting.

/** One task of a client, from when it waits until it has ended. */
export interface FairTask {
  /** Below zero. Of two tasks that wait, the one of the higher priority goes first. */
  readonly priority: number
  begin(): void
  /** It has ended, or does not wait any more. */
  end(): void
}

export interface FairOrder {
  /** A task of this client begins to wait. Tasks of one client go in the order in which they came. */
  enter(client: string): FairTask
}

/** What is known of a client while it has a task that waits or runs. */
interface ClientTasks {
  count: number
  /** The round of its last task. */
  lastRound: number
}

/**
 * Makes the order (start-time fair queueing). In each round every client has one task. A client that comes later begins in the round that is
 * being served, so it does not wait for what others have waiting for later rounds.
 */
export function createFairOrder(): FairOrder {
  const clients = new Map<string, ClientTasks>()
  let servedRound = 0
  return {
    enter(client) {
      const tasks = clients.get(client) ?? { count: 0, lastRound: 0 }
      const round = Math.max(servedRound, tasks.lastRound) + 1
      Object.assign(tasks, { count: tasks.count + 1, lastRound: round })
      clients.set(client, tasks)
      return {
        priority: -round,
        begin() {
          servedRound = Math.max(servedRound, round)
        },
        end() {
          tasks.count -= 1
          // Rounds of tasks that were given up are not held against it.
          if (tasks.count === 0) clients.delete(client)
        },
      }
    },
  }
}
