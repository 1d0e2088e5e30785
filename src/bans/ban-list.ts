// The ban list: bans from the bans file and bans added over the API.
import { createSerialQueue } from '../async/serial-queue.ts'
import { type Ban, maxBans } from '../contract/bans.ts'
import { quoteInput } from '../contract/quote-input.ts'
import type { AddressIdentity } from './address-identity.ts'
import { type BanMatcher, createBanMatcher } from './ban-matcher.ts'
import type { BanReader, ParsedBan } from './parse-ban.ts'

/** Tests whether something is banned. */
export interface Bans extends BanMatcher {
  /** Increases with every change. */
  version(): number
  /** Registers a listener; a change waits until it has resolved. `isMore`: something is banned that was not before. */
  onChange(hear: (isMore: boolean) => Promise<void>): void
}

/** A change over the API. */
export interface BanChange {
  readonly add: readonly (ParsedBan & { readonly note: string })[]
  readonly remove: readonly ParsedBan[]
}

/** The result of a change: the bans actually added and removed, or why nothing was changed. */
export type ChangeResult =
  | { readonly state: 'done'; readonly added: readonly Ban[]; readonly removed: readonly Ban[] }
  | { readonly state: 'missing' | 'of the file' | 'too many' | 'unwritten'; readonly problem: string }

/** Bans that can be changed. */
export interface BanList extends Bans {
  /** All bans in the order in which they were added: those of the file, then those of the API. */
  all(): readonly Ban[]
  readonly read: BanReader
  /** Changes the bans of the API. Resolves once the change is saved and in force; never rejects for invalid changes. */
  change(change: BanChange): Promise<ChangeResult>
  /** Replaces the bans of the file. Resolves to undefined, or to an error message if they were not replaced. */
  setFile(bans: readonly ParsedBan[]): Promise<string | undefined>
  /** Reloads the saved bans of the API. Rejects if they cannot be read. */
  reload(): Promise<void>
}

/** A ban added over the API, as saved. */
export type ApiBan = ParsedBan & Pick<Ban, 'note' | 'since'>

export interface BanListDeps {
  readonly read: BanReader
  /** The saved bans of the API. */
  readonly made: readonly ApiBan[]
  /** Saves the bans of the API. `applyChange`: another replica has written since the last read, and nothing was saved. */
  write(made: readonly ApiBan[]): Promise<'written' | 'changed' | 'unwritten'>
  /** Reads the saved bans. Rejects if they cannot be read. */
  saved(): Promise<readonly ApiBan[]>
  readonly spellings: AddressIdentity
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

interface BansInForce {
  readonly file: readonly ApiBan[]
  readonly made: readonly ApiBan[]
}

/** Creates the ban list; the bans of the file are empty until `setFile` is called. */
export function createBanList(parts: BanListDeps): BanList {
  const { epochMs } = parts
  const state = createBanState({ file: [], made: parts.made }, parts.spellings)
  // Concurrent changes would overwrite each other.
  const inTurn = createSerialQueue()
  const { change, takeUp: reload } = createBanEditor(parts, state)

  return {
    ...state.bans,
    read: parts.read,
    all: () => toBans(state.held()),
    change: (requested) => inTurn(() => change(requested)),
    setFile: (bans) =>
      inTurn(async () => {
        const { file, made } = state.held()
        const before = byIdentity(file)
        const next = [...byIdentity(bans).values()].map((ban) => ({
          since: epochMs(),
          note: '',
          ...before.get(banIdentity(ban)),
          ...ban,
        }))
        if (next.length + made.length > maxBans) return tooMany(next.length + made.length).problem
        if (!isSame(file, next)) await state.hold({ file: next, made })
        return undefined
      }),
    reload: () => inTurn(reload),
  }
}

/** Maximum attempts to save a change against concurrent changes of other replicas. */
const maxAttempts = 50

/** Creates the editor of the API's bans, which also reloads changes of other replicas. Calls must not overlap. */
function createBanEditor(parts: BanListDeps, state: ReturnType<typeof createBanState>) {
  async function reload(): Promise<void> {
    const { file, made } = state.held()
    const saved = await parts.saved()
    if (!isSame(made, saved)) await state.hold({ file, made: saved })
  }

  /** Returns `retry` if another replica has written first; its bans are loaded then, and the change must be applied to them. */
  async function tryOnce(change: BanChange): Promise<ChangeResult | 'retry'> {
    const { file } = state.held()
    const requested = applyChange(state.held(), change, parts.epochMs())
    if ('problem' in requested) return requested
    const { added, removed, next } = requested
    if (file.length + next.length > maxBans) return tooMany(file.length + next.length)
    if (added.length + removed.length > 0) {
      const written = await parts.write(next)
      if (written === 'unwritten') return unwritten
      if (written === 'changed') {
        return await reload().then(
          () => 'retry' as const,
          () => unwritten,
        )
      }
      await state.hold({ file, made: next })
    }
    return { state: 'done', added: added.map(toApiBan), removed: removed.map(toApiBan) }
  }

  async function change(requested: BanChange): Promise<ChangeResult> {
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      const outcome = await tryOnce(requested)
      if (outcome !== 'retry') return outcome
    }
    return unwritten
  }

  return { change, takeUp: reload }
}

/** Creates the state of the ban list: the bans in force, the matcher built of them, and the listeners. */
function createBanState(first: BansInForce, spellings: AddressIdentity) {
  let current = first
  let test = createBanMatcher([...first.file, ...first.made], spellings)
  let version = 0
  const listeners: ((isMore: boolean) => Promise<void>)[] = []
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
      listeners.push(hear)
    },
  }
  return {
    bans,
    held: () => current,
    async hold(next: BansInForce): Promise<void> {
      const before = byIdentity([...current.file, ...current.made])
      const all = [...next.file, ...next.made]
      current = next
      test = createBanMatcher(all, spellings)
      version += 1
      const isMore = all.some((ban) => !before.has(banIdentity(ban)))
      await Promise.all(listeners.map((hear) => hear(isMore)))
    },
  }
}

type RejectedChange = Exclude<ChangeResult, { readonly state: 'done' }>

function applyChange({ file, made }: BansInForce, { add, remove }: BanChange, since: number) {
  const remaining = new Map(byIdentity(made))
  const inFile = byIdentity(file)
  const removed: ApiBan[] = []
  for (const [name, ban] of byIdentity(remove)) {
    const existing = remaining.get(name)
    if (!existing) return inFile.has(name) ? ofTheFile(ban) : missing(ban)
    remaining.delete(name)
    removed.push(existing)
  }
  const added: ApiBan[] = []
  for (const [name, ban] of byIdentity(add)) {
    if (remaining.has(name)) continue
    const one = { ...ban, since }
    remaining.set(name, one)
    added.push(one)
  }
  return { added, removed, next: [...remaining.values()] }
}

function ofTheFile({ kind, value }: ParsedBan): RejectedChange {
  const problem = `${kind} ${quoteInput(value)} is in BANS_FILE; remove it there`
  return { state: 'of the file', problem }
}

function missing({ kind, value }: ParsedBan): RejectedChange {
  return { state: 'missing', problem: `${kind} ${quoteInput(value)} is not banned` }
}

function tooMany(count: number): RejectedChange {
  return { state: 'too many', problem: `there would be ${count} bans; at most ${maxBans} are allowed` }
}

const unwritten: RejectedChange = {
  state: 'unwritten',
  problem: 'the change could not be saved and was not applied',
}

function banIdentity({ kind, key }: Pick<ParsedBan, 'kind' | 'key'>): string {
  return `${kind} ${key}`
}

/** Removes duplicates; the first one is kept. */
function byIdentity<One extends ParsedBan>(bans: readonly One[]): ReadonlyMap<string, One> {
  const named = new Map<string, One>()
  for (const ban of bans) if (!named.has(banIdentity(ban))) named.set(banIdentity(ban), ban)
  return named
}

function isSame(one: readonly ApiBan[], other: readonly ApiBan[]): boolean {
  return (
    one.length === other.length &&
    one.every((ban, at) => {
      const { value, kind, note } = other[at] ?? {}
      return ban.value === value && ban.kind === kind && ban.note === note
    })
  )
}

function toBans({ file, made }: BansInForce): Ban[] {
  return [...file.map((ban) => toBan(ban, 'file')), ...made.map(toApiBan)]
}

function toApiBan(ban: ApiBan): Ban {
  return toBan(ban, 'api')
}

function toBan({ kind, value, note, since }: ApiBan, from: Ban['from']): Ban {
  return { kind, value, note, since, from }
}
