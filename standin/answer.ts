// What a player of an upstream gives back, before weather and faults have their way with it.

/** An answer in fair weather. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One upstream, played. */
export interface Player {
  /** What it answers to this absolute address; the same address always gets the same answer. */
  answer(url: URL): Answer
  /** Its page for "nothing found", which some upstreams show instead of a refusal. */
  nothingFound(url: URL): Answer
}
