// Long computations in pieces, between which others may run: a generator that yields after each piece how much work it was.

export type Pieces<Result> = Generator<number, Result>

/** Counts work, and ends a piece when there was enough. */
export type CountWork = (work: number) => Pieces<void>

export function createWorkCounter(mostWork: number): CountWork {
  let done = 0
  return function* count(work) {
    done += work
    if (done < mostWork) return
    const piece = done
    done = 0
    yield piece
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
