// The ban list: bans from the bans file and bans added over the API.
import { type Ban, mostBans } from '../contract/bans.ts'
import { shown } from '../contract/shown.ts'
import { type BanTest, createBanTest } from './ban-test.ts'
import type { BanReader, ReadBan } from './read-ban.ts'
import type { Spellings } from './spellings.ts'

/** Tests whether something is banned. */
export interface Bans extends BanTest {
  /** Increases with every change. */
  version(): number
  /** Registers a listener; a change waits until it has resolved. `isMore`: something is banned that was not before. */
  onChange(hear: (isMore: boolean) => Promise<void>): void
}

/** A change over the API. */
export interface BanChange {
  readonly add: readonly (ReadBan & { readonly note: string })[]
  readonly remove: readonly ReadBan[]
}

/** The result of a change: the bans actually added and removed, or why nothing was changed. */
export type Changed =
  | { readonly state: 'done'; readonly added: readonly Ban[]; readonly removed: readonly Ban[] }
  | { readonly state: 'missing' | 'of the file' | 'too many' | 'unwritten'; readonly problem: string }

/** Bans that can be changed. */
export interface BanList extends Bans {
  /** All bans in the order in which they were added: those of the file, then those of the API. */
  all(): readonly Ban[]
  readonly read: BanReader
  /** Changes the bans of the API. Resolves once the change is saved and in force; never rejects for invalid changes. */
  change(change: BanChange): Promise<Changed>
  /** Replaces the bans of the file. Resolves to undefined, or to an error message if they were not replaced. */
  setFile(bans: readonly ReadBan[]): Promise<string | undefined>
  /** Reloads the saved bans of the API. Rejects if they cannot be read. */
  takeUp(): Promise<void>
}

/** A ban added over the API, as saved. */
export type MadeBan = ReadBan & Pick<Ban, 'note' | 'since'>

export interface BansParts {
  readonly read: BanReader
  /** The saved bans of the API. */
  readonly made: readonly MadeBan[]
  /** Saves the bans of the API. `changed`: another replica has written since the last read, and nothing was saved. */
  write(made: readonly MadeBan[]): Promise<'written' | 'changed' | 'unwritten'>
  /** Reads the saved bans. Rejects if they cannot be read. */
  saved(): Promise<readonly MadeBan[]>
  readonly spellings: Spellings
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

interface Held {
  readonly file: readonly MadeBan[]
  readonly made: readonly MadeBan[]
}

/** Creates the ban list; the bans of the file are empty until `setFile` is called. */
export function createBans(parts: BansParts): BanList {
  const { epochMs } = parts
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
          since: epochMs(),
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

/** Maximum attempts to save a change against concurrent changes of other replicas. */
const mostTries = 50

/** Creates the editor of the API's bans, which also reloads changes of other replicas. Calls must not overlap. */
function createChanging(parts: BansParts, holding: ReturnType<typeof createHolding>) {
  async function takeUp(): Promise<void> {
    const { file, made } = holding.held()
    const saved = await parts.saved()
    if (!isSame(made, saved)) await holding.hold({ file, made: saved })
  }

  /** Returns `retry` if another replica has written first; its bans are loaded then, and the change must be applied to them. */
  async function tryOnce(change: BanChange): Promise<Changed | 'retry'> {
    const { file } = holding.held()
    const wanted = changed(holding.held(), change, parts.epochMs())
    if ('problem' in wanted) return wanted
    const { added, removed, next } = wanted
    if (file.length + next.length > mostBans) return tooMany(file.length + next.length)
    if (added.length + removed.length > 0) {
      const written = await parts.write(next)
      if (written === 'unwritten') return unwritten
      if (written === 'changed') {
        return await takeUp().then(
          () => 'retry' as const,
          () => unwritten,
        )
      }
      await holding.hold({ file, made: next })
    }
    return { state: 'done', added: added.map(shownMade), removed: removed.map(shownMade) }
  }

  async function change(wanted: BanChange): Promise<Changed> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const outcome = await tryOnce(wanted)
      if (outcome !== 'retry') return outcome
    }
    return unwritten
  }

  return { change, takeUp }
}

/** Creates the state of the ban list: the bans in force, the matcher built of them, and the listeners. */
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
    onChange(hear) {
      hearers.push(hear)
    },
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

/** Serializes changes: concurrent ones would overwrite each other. */
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
  const problem = `${kind} ${shown(value)} is in BANS_FILE; remove it there`
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
  problem: 'the change could not be saved and was not applied',
}

function nameOf({ kind, key }: Pick<ReadBan, 'kind' | 'key'>): string {
  return `${kind} ${key}`
}

/** Removes duplicates; the first one is kept. */
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
