// What an operator wants never shown: the bans of his file, and those he makes over the interface, as one.
import { type Ban, mostBans } from '../contract/bans.ts'
import { shown } from '../contract/shown.ts'
import { type BanTest, createBanTest } from './ban-test.ts'
import type { BanReader, ReadBan } from './read-ban.ts'
import type { Spellings } from './spellings.ts'

/** Says of what is to be shown whether an operator wants it never shown. */
export interface Bans extends BanTest {
  /** Goes up with every change. */
  version(): number
  /** From now on a change is done only when `hear` has resolved, which is told whether something is banned that was not before. */
  onChange(hear: (isMore: boolean) => Promise<void>): void
}

/** A change over the interface. */
export interface BanChange {
  readonly add: readonly (ReadBan & { readonly note: string })[]
  readonly remove: readonly ReadBan[]
}

/** What came of a change: done, with what was really added and lifted; or nothing has changed, and why. */
export type Changed =
  | { readonly state: 'done'; readonly added: readonly Ban[]; readonly removed: readonly Ban[] }
  | { readonly state: 'missing' | 'of the file' | 'too many' | 'unwritten'; readonly problem: string }

/** Bans that can be changed. */
export interface BanList extends Bans {
  /** All there are, in the order in which they were added: those of the file, then those of the interface. */
  all(): readonly Ban[]
  readonly read: BanReader
  /** Changes those of the interface. Resolves once it is written down and in force everywhere; never rejects for what a caller did. */
  change(change: BanChange): Promise<Changed>
  /** Puts others in the place of those of the file; undefined when that was done, else a sentence that says why not. */
  setFile(bans: readonly ReadBan[]): Promise<string | undefined>
  /** Puts what is written down in the place of those of the interface. Rejects when it cannot be read. */
  takeUp(): Promise<void>
}

/** A ban that was made over the interface, as it is kept. */
export type MadeBan = ReadBan & Pick<Ban, 'note' | 'since'>

export interface BansParts {
  readonly read: BanReader
  /** Those made over the interface before. */
  readonly made: readonly MadeBan[]
  /**
   * Writes down those made over the interface. Resolves to whether that worked; `changed` says that somebody else has written what was not
   * read here yet, and nothing was done.
   */
  write(made: readonly MadeBan[]): Promise<'written' | 'changed' | 'unwritten'>
  /** Those that are written down. Rejects when they cannot be read. */
  saved(): Promise<readonly MadeBan[]>
  readonly spellings: Spellings
  /** Epoch milliseconds. */
  readonly now: () => number
}

interface Held {
  readonly file: readonly MadeBan[]
  readonly made: readonly MadeBan[]
}

/** Makes the bans; the file's are empty until they are set. */
export function createBans(parts: BansParts): BanList {
  const { now } = parts
  const holding = createHolding({ file: [], made: parts.made }, parts.spellings)
  const inTurn = createTurns()
  const { change, takeUp } = createChanging(parts, holding)

  return {
    ...holding.bans,
    read: parts.read,
    all: () => shownOf(holding.held()),
    change: (wanted) => inTurn(() => change(wanted)),
    setFile: (bans) =>
      inTurn(async () => {
        const { file, made } = holding.held()
        const before = byName(file)
        const next = [...byName(bans).values()].map((ban) => ({
          since: now(),
          note: '',
          ...before.get(nameOf(ban)),
          ...ban,
        }))
        if (next.length + made.length > mostBans) return tooMany(next.length + made.length).problem
        if (!isSame(file, next)) await holding.hold({ file: next, made })
        return undefined
      }),
    takeUp: () => inTurn(takeUp),
  }
}

/** So often it is tried to be quicker than other replicas. */
const mostTries = 50

/** Makes what changes the bans of the interface and follows the changes of others; one call at a time. */
function createChanging(parts: BansParts, holding: ReturnType<typeof createHolding>) {
  async function takeUp(): Promise<void> {
    const { file, made } = holding.held()
    const saved = await parts.saved()
    if (!isSame(made, saved)) await holding.hold({ file, made: saved })
  }

  /** Undefined when somebody else was quicker: it is to be done to what he has written. */
  async function tryOnce(change: BanChange): Promise<Changed | undefined> {
    const { file } = holding.held()
    const wanted = changed(holding.held(), change, parts.now())
    if ('problem' in wanted) return wanted
    const { added, removed, next } = wanted
    if (file.length + next.length > mostBans) return tooMany(file.length + next.length)
    if (added.length + removed.length > 0) {
      const written = await parts.write(next)
      if (written === 'unwritten') return unwritten
      if (written === 'changed') return await takeUp().then(nothing, () => unwritten)
      await holding.hold({ file, made: next })
    }
    return { state: 'done', added: added.map(shownMade), removed: removed.map(shownMade) }
  }

  async function change(wanted: BanChange): Promise<Changed> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const done = await tryOnce(wanted)
      if (done) return done
    }
    return unwritten
  }

  return { change, takeUp }
}

function nothing(): undefined {
  return undefined
}

/** What is in force, and who hears of changes. */
function createHolding(first: Held, spellings: Spellings) {
  let held = first
  let test = createBanTest([...first.file, ...first.made], spellings)
  let version = 0
  const hearers: ((isMore: boolean) => Promise<void>)[] = []
  const bans: Bans = {
    isShareBanned: (key) => test.isShareBanned(key),
    isChannelBanned: (name) => test.isChannelBanned(name),
    isHostBanned: (address) => test.isHostBanned(address),
    isAddressBanned: (address) => test.isAddressBanned(address),
    hasBannedWord: (...texts) => test.hasBannedWord(...texts),
    namesBannedHost: (text) => test.namesBannedHost(text),
    isEmpty: () => test.isEmpty(),
    version: () => version,
    onChange: (hear) => void hearers.push(hear),
  }
  return {
    bans,
    held: () => held,
    async hold(next: Held): Promise<void> {
      const before = byName([...held.file, ...held.made])
      const all = [...next.file, ...next.made]
      held = next
      test = createBanTest(all, spellings)
      version += 1
      const isMore = all.some((ban) => !before.has(nameOf(ban)))
      await Promise.all(hearers.map((hear) => hear(isMore)))
    },
  }
}

/** One change after the other, or the later of two would undo the earlier. */
function createTurns() {
  let latest: Promise<unknown> = Promise.resolve()
  return <T>(act: () => Promise<T>): Promise<T> => {
    const done = latest.then(act)
    latest = done.catch(() => undefined)
    return done
  }
}

type Refused = Exclude<Changed, { readonly state: 'done' }>

function changed({ file, made }: Held, { add, remove }: BanChange, since: number) {
  const left = new Map(byName(made))
  const inFile = byName(file)
  const removed: MadeBan[] = []
  for (const [name, ban] of byName(remove)) {
    const there = left.get(name)
    if (!there) return inFile.has(name) ? ofTheFile(ban) : missing(ban)
    left.delete(name)
    removed.push(there)
  }
  const added: MadeBan[] = []
  for (const [name, ban] of byName(add)) {
    if (left.has(name)) continue
    const one = { ...ban, since }
    left.set(name, one)
    added.push(one)
  }
  return { added, removed, next: [...left.values()] }
}

function ofTheFile({ kind, value }: ReadBan): Refused {
  const problem = `${kind} ${shown(value)} stands in BANS_FILE; take it out there`
  return { state: 'of the file', problem }
}

function missing({ kind, value }: ReadBan): Refused {
  return { state: 'missing', problem: `${kind} ${shown(value)} is not banned` }
}

function tooMany(count: number): Refused {
  return { state: 'too many', problem: `there would be ${count} bans; at most ${mostBans} are allowed` }
}

const unwritten: Refused = {
  state: 'unwritten',
  problem: 'the change could not be written down, so it does not count',
}

function nameOf({ kind, key }: Pick<ReadBan, 'kind' | 'key'>): string {
  return `${kind} ${key}`
}

/** Each once: the first of those that are the same. */
function byName<One extends ReadBan>(bans: readonly One[]): ReadonlyMap<string, One> {
  const named = new Map<string, One>()
  for (const ban of bans) if (!named.has(nameOf(ban))) named.set(nameOf(ban), ban)
  return named
}

function isSame(one: readonly MadeBan[], other: readonly MadeBan[]): boolean {
  return (
    one.length === other.length &&
    one.every((ban, at) => {
      const { value, kind, note } = other[at] ?? {}
      return ban.value === value && ban.kind === kind && ban.note === note
    })
  )
}

function shownOf({ file, made }: Held): Ban[] {
  return [...file.map((ban) => shownOne(ban, 'file')), ...made.map(shownMade)]
}

function shownMade(ban: MadeBan): Ban {
  return shownOne(ban, 'api')
}

function shownOne({ kind, value, note, since }: MadeBan, from: Ban['from']): Ban {
  return { kind, value, note, since, from }
}
