// What a player of an upstream gives back, before weather and faults have their way with it.

/** An answer in fair weather. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What was sent besides the address. */
export interface Sent {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** A plain look at a page. */
export const plainGet: Sent = { method: 'GET', headers: {}, body: '' }

/** One upstream, played. */
export interface Player {
  /** What it answers; the same address with the same method, body and conditions always gets the same answer. */
  answer(url: URL, sent: Sent): Answer
  /** Its page for "nothing found", which some upstreams show instead of a refusal. */
  nothingFound(url: URL): Answer
}
