// The time budget of an ask.

export type AskBudget = ReturnType<typeof createAskBudget>

/** Creates the time budget of an ask; it runs from the first `start`. `epochMs` is in epoch milliseconds. */
export function createAskBudget(askMs: number, epochMs: () => number) {
  let startedAt: number | undefined
  return {
    start: () => {
      startedAt ??= epochMs()
    },
    hasStarted: (): boolean => startedAt !== undefined,
    leftMs: (): number => (startedAt === undefined ? askMs : startedAt + askMs - epochMs()),
    /** Milliseconds since the first attempt started; undefined before that. */
    tookMs: (): number | undefined => (startedAt === undefined ? undefined : epochMs() - startedAt),
  }
}
