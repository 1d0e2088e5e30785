// Which version of what is kept an answer rests on, so that what was made of it can be told to be out of date by a glance.

/** Where the version of a kept answer is counted, and which it is. */
export interface Version {
  readonly slot: number
  readonly version: number
}

/** A kept answer as it was when it was used, and until when nobody would be asked again (epoch milliseconds). */
export interface Mark extends Version {
  readonly until: number
}

/**
 * What something rests on that was made of several kept answers. Plain data, so that another process may check it too: it holds while
 * the versions in the slots add up to `sum`, and until `until` (epoch milliseconds).
 */
export interface Stamp {
  readonly slots: readonly number[]
  readonly sum: number
  readonly until: number
}

/** Collects what one answer rests on. */
export interface Marks {
  add(mark: Mark): void
  /** The answer is not whole: whatever marks are left later, it gets no stamp. */
  spoil(): void
  /** All of it, if each of so many sources has left its mark; undefined if one has not, or if somebody would be asked now. */
  stamp(count: number): Stamp | undefined
}

export interface Versions {
  /** Something came of asking for what is kept under this key: a new answer, or a failure. */
  changed(key: string): void
  /** What may be shown of all that is kept is another now: nothing that was made of any of it before holds any more. */
  allChanged(): void
  /** The version of what is kept under this key. Read it before what is kept, or a change between the two goes unseen. */
  of(key: string): Version
  /** Is all that the stamp rests on still what it was? Says nothing of its `until`. */
  isCurrent(stamp: Pick<Stamp, 'slots' | 'sum'>): boolean
  /** Hears the slot of every change from now on. */
  onChange(heard: (slot: number) => void): void
  /** All counters, for another process that is to follow the changes. */
  all(): Uint32Array
  /** Takes over what another process counts: all its counters, or one change. */
  follow(news: Uint32Array | number): void
}

/** A megabyte; two keys that share a slot make each other's answers be put together once more, and nothing worse. */
const slots = 2 ** 18

/** Behind those of the keys: every version is counted from here on. */
const slotOfAll = slots

/** Makes the counters, all of them at zero. Bounded: keys are hashed to slots, so nothing is kept of a key. */
export function createVersions(): Versions {
  const counters = new Uint32Array(slots + 1)
  const heard: ((slot: number) => void)[] = []
  const count = (slot: number) => {
    counters[slot] = (counters[slot] ?? 0) + 1
  }
  const countAndTell = (slot: number) => {
    count(slot)
    for (const hear of heard) hear(slot)
  }
  const ofAll = () => counters[slotOfAll] ?? 0
  return {
    changed: (key) => countAndTell(slotOf(key)),
    allChanged: () => countAndTell(slotOfAll),
    of(key) {
      const slot = slotOf(key)
      return { slot, version: (counters[slot] ?? 0) + ofAll() }
    },
    isCurrent({ slots, sum }) {
      let now = ofAll() * slots.length
      for (const slot of slots) now += counters[slot] ?? 0
      return now === sum
    },
    onChange: (hear) => void heard.push(hear),
    all: () => counters.slice(),
    follow(news) {
      if (typeof news === 'number') count(news)
      else counters.set(news)
    },
  }
}

/** Makes an empty collection; `now` is in epoch milliseconds. */
export function createMarks(now: () => number): Marks {
  const marks: Mark[] = []
  let isWhole = true
  return {
    add: (mark) => void marks.push(mark),
    spoil() {
      isWhole = false
    },
    stamp(count) {
      const until = marks.reduce((least, mark) => Math.min(least, mark.until), Number.POSITIVE_INFINITY)
      if (!isWhole || marks.length !== count || until <= now()) return undefined
      return {
        slots: marks.map(({ slot }) => slot),
        sum: marks.reduce((sum, { version }) => sum + version, 0),
        until,
      }
    },
  }
}

/** FNV-1a over the characters: quick, and even enough for counting. */
function slotOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (slots - 1)
}
