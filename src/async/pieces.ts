// Long computations in pieces, between which others may run: a generator that yields after each piece how much work it was.

export type Pieces<Result> = Generator<number, Result>

/** `if (work.add(1)) yield work.take()` ends a piece when there was enough work. */
export type WorkCounter = ReturnType<typeof createWorkCounter>

export function createWorkCounter(mostWork: number) {
  let done = 0
  return {
    add(work: number): boolean {
      done += work
      return done >= mostWork
    },
    take(): number {
      const piece = done
      done = 0
      return piece
    },
  }
}

/** Computes all pieces without a pause. */
export function atOnce<Result>(pieces: Pieces<Result>): Result {
  let next = pieces.next()
  while (!next.done) next = pieces.next()
  return next.value
}

/** Pauses after each piece. */
export async function withPauses<Result>(pieces: Pieces<Result>, pause: () => Promise<unknown>): Promise<Result> {
  let next = pieces.next()
  while (!next.done) {
    await pause()
    next = pieces.next()
  }
  return next.value
}
