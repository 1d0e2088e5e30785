// Records until when each list is known, by the server's clock, so that a reopened stream can skip older updates.

/** Tolerance for clock differences and message delay. */
const marginMs = 5_000

export class LastSeen {
  readonly #knownAt = new Map<string, number>()
  readonly #epochMs: () => number
  /** By how much the server's clock is ahead of the browser's; undefined until the server has told a time. */
  #offset: number | undefined

  /** `epochMs` is the browser's clock, in epoch milliseconds. */
  constructor(epochMs: () => number) {
    this.#epochMs = epochMs
  }

  onServerTime(timestamp: number): void {
    const offset = timestamp - this.#epochMs()
    // Responses are delayed or cached: the server clock is never behind the timestamp, so keep the largest offset.
    this.#offset = Math.max(this.#offset ?? offset, offset)
  }

  markCurrent(ids: Iterable<string>): void {
    if (this.#offset === undefined) return
    for (const id of ids) this.#knownAt.set(id, this.#epochMs() + this.#offset - marginMs)
  }

  /** Time since which updates of these lists may be unknown; undefined if one was never loaded. */
  since(ids: readonly string[]): number | undefined {
    const earliest = Math.min(...ids.map((id) => this.#knownAt.get(id) ?? Number.NaN))
    return Number.isNaN(earliest) ? undefined : earliest
  }
}
