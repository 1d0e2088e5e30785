// The time budget of an ask.

export interface AskBudget {
  start(): void
  hasStarted(): boolean
  leftMs(): number
  /** Milliseconds since the first attempt started; undefined before that. */
  tookMs(): number | undefined
}

/** Creates the time budget of an ask; it runs from the first `start`. `epochMs` is in epoch milliseconds. */
export function createAskBudget(askMs: number, epochMs: () => number): AskBudget {
  let startedAt: number | undefined
  return {
    start: () => {
      startedAt ??= epochMs()
    },
    hasStarted: () => startedAt !== undefined,
    leftMs: () => (startedAt === undefined ? askMs : startedAt + askMs - epochMs()),
    tookMs: () => (startedAt === undefined ? undefined : epochMs() - startedAt),
  }
}
