// Version counters of cached answers, by which a rendered response is recognised as out of date.

/** A version counter and its value. */
export interface Version {
  readonly slot: number
  readonly version: number
}

/** The version of a cached answer when read, and until when it is valid without another ask (epoch milliseconds). */
export interface Mark extends Version {
  readonly until: number
}

/**
 * The versions that a response rendered from several cached answers depends on: it is valid while the counters of the slots add up to `sum`, and until `until` (epoch milliseconds).
 */
export interface VersionStamp {
  readonly slots: readonly number[]
  readonly sum: number
  readonly until: number
  /** The versions of shares, or of other things of which a response has thousands; none if undefined. */
  readonly parts?: PartVersions | undefined
}

/** Versions that change seldom: they are added up only after a counter that all of them share has changed. */
export interface PartVersions {
  readonly slots: Uint32Array
  readonly sum: number
  /** The shared counter, and its value when the versions were last added up. */
  readonly sharedSlot: number
  sharedVersion: number
}

export type Marks = ReturnType<typeof createVersionReads>

export type VersionCounters = ReturnType<typeof createVersionCounters>

/** One megabyte. Keys that share a slot only cause an extra rendering. */
const slotCount = 2 ** 18

/** After the slots of keys: a counter that every version includes. */
const globalSlot = slotCount

/** Creates the counters, all zero. Bounded in size: keys are hashed to slots and not stored. */
export function createVersionCounters() {
  const counters = new Uint32Array(slotCount + 1)
  const listeners: ((slot: number) => void)[] = []
  const count = (slot: number) => {
    counters[slot] = (counters[slot] ?? 0) + 1
    for (const listener of listeners) listener(slot)
  }
  const globalCount = () => counters[globalSlot] ?? 0
  const sumOf = (slots: Iterable<number>) => {
    let sum = 0
    for (const slot of slots) sum += counters[slot] ?? 0
    return sum
  }
  const arePartsCurrent = (parts: PartVersions): boolean => {
    const sharedVersion = counters[parts.sharedSlot] ?? 0
    if (sharedVersion === parts.sharedVersion) return true
    if (sumOf(parts.slots) !== parts.sum) return false
    parts.sharedVersion = sharedVersion
    return true
  }
  return {
    /** An ask for this key ended, with a new answer or a failure. */
    changed: (key: string) => count(slotOf(key)),
    /** Invalidates everything rendered so far, because the rules for showing answers changed. */
    allChanged: () => count(globalSlot),
    /** The version of this key. Read it before the cached answer, or a change between the two is missed. */
    of(key: string): Version {
      const slot = slotOf(key)
      return { slot, version: (counters[slot] ?? 0) + globalCount() }
    },
    /** Records a change of one of the things of `partsOf` under the same name. */
    partChanged(name: string, key: string): void {
      count(slotOf(`${name} ${key}`))
      count(slotOf(name))
    },
    /** The versions of these keys under a name of their own. Read them in the same task as what they are of. */
    partsOf(name: string, keys: Iterable<string>): PartVersions {
      const slots = Uint32Array.from(keys, (key) => slotOf(`${name} ${key}`))
      const sharedSlot = slotOf(name)
      return { slots, sum: sumOf(slots), sharedSlot, sharedVersion: counters[sharedSlot] ?? 0 }
    },
    /** Whether none of the versions has changed. Does not check `until`. */
    isCurrent: ({ slots, sum, parts }: Pick<VersionStamp, 'slots' | 'sum' | 'parts'>): boolean =>
      globalCount() * slots.length + sumOf(slots) === sum && (parts === undefined || arePartsCurrent(parts)),
    /** Registers a listener for the slots of changes. */
    onChange: (listener: (slot: number) => void) => void listeners.push(listener),
  }
}

/** Creates an empty collection; `epochMs` is in epoch milliseconds. */
export function createVersionReads(epochMs: () => number) {
  const reads: Mark[] = []
  let isWhole = true
  return {
    add: (read: Mark) => void reads.push(read),
    /** Marks the response as incomplete: it gets no stamp, whatever is added later. */
    markIncomplete(): void {
      isWhole = false
    },
    /** The stamp; undefined unless each of `count` sources has added its version, or if one would be asked now. */
    stamp(count: number): VersionStamp | undefined {
      const until = reads.reduce((earliest, read) => Math.min(earliest, read.until), Number.POSITIVE_INFINITY)
      if (!isWhole || reads.length !== count || until <= epochMs()) return undefined
      return {
        slots: reads.map(({ slot }) => slot),
        sum: reads.reduce((sum, { version }) => sum + version, 0),
        until,
      }
    },
  }
}

/** FNV-1a over the UTF-16 units: fast, and even enough here. */
function slotOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (slotCount - 1)
}
