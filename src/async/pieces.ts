// Long computations in pieces, between which others may run: a generator that yields after each piece how much work it was.

export type Pieces<Result> = Generator<number, Result>

/** Counts work; what it returns is to be yielded: the end of a piece when there was enough. */
export type CountWork = (work: number) => readonly number[]

export function createWorkCounter(mostWork: number): CountWork {
  let done = 0
  return (work) => {
    done += work
    if (done < mostWork) return none
    const piece = done
    done = 0
    return [piece]
  }
}

const none: readonly number[] = []

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
