// The ban list: bans of BANS_FILE, which is watched, and bans added over the API.
import { createSharedRecord, type SharedRecords } from '../async/shared-record.ts'
import { type Ban, maxBans } from '../contract/bans.ts'
import { quoteInput } from '../contract/quote-input.ts'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { type AddressIdentity, createBanMatcher } from './ban-matcher.ts'
import {
  type ApiBan,
  createBanParser,
  type ParsedBan,
  parseBansFile,
  parseSaved,
  recordName,
  serialize,
} from './parse-ban.ts'
import { watchFile } from './watched-file.ts'

export type Bans = BanState['bans']

export interface BanChange {
  readonly add: readonly (ParsedBan & { readonly note: string })[]
  readonly remove: readonly ParsedBan[]
}

type RejectedChange = Exclude<ChangeResult, { readonly state: 'done' }>

/** The result of a change: the bans actually added and removed, or why nothing was changed. */
export type ChangeResult =
  | { readonly state: 'done'; readonly added: readonly Ban[]; readonly removed: readonly Ban[] }
  | { readonly state: 'missing' | 'of the file' | 'too many' | 'unwritten'; readonly problem: string }

export type BanList = ReturnType<typeof createBanList>

export interface BanListOptions {
  readonly records: SharedRecords
  readonly spellings: AddressIdentity
  readonly epochMs: () => number
}

interface BansInForce {
  readonly file: readonly ApiBan[]
  readonly made: readonly ApiBan[]
}

/** Creates the ban list, with the bans `made` over the API; the bans of the file are empty until `setFile` is called. */
export function createBanList({ records, spellings, epochMs }: BanListOptions, made: readonly ApiBan[] = []) {
  const read = createBanParser(spellings.keyOf)
  const state = createBanState({ file: [], made }, spellings)
  const record = createSharedRecord<readonly ApiBan[]>({
    name: recordName,
    records,
    read: async () => (await records.read(recordName, (bytes) => parseSaved(bytes, read))) ?? [],
    serialize,
    apply: (saved) => state.setBans({ ...state.bansInForce(), made: saved }),
  })

  return {
    ...state.bans,
    read,
    record,
    /** All bans in the order in which they were added: those of the file, then those of the API. */
    all(): Ban[] {
      const { file, made } = state.bansInForce()
      return [...file.map((ban) => toBan(ban, 'file')), ...made.map((ban) => toBan(ban, 'api'))]
    },
    /** Changes the bans of the API. Resolves once the change is saved and in force; never rejects for invalid changes. */
    change: async (change: BanChange): Promise<ChangeResult> =>
      (await record.update(() => applyChange(state.bansInForce(), change, epochMs()))) ?? {
        state: 'unwritten',
        problem: 'the change could not be saved and was not applied',
      },
    /** Replaces the bans of the file. */
    setFile: (bans: readonly ParsedBan[]) =>
      record.inTurn(async () => {
        const { file, made } = state.bansInForce()
        const before = byIdentity(file)
        const next = [...byIdentity(bans)].map(([name, ban]) => ({
          since: epochMs(),
          note: '',
          ...before.get(name),
          ...ban,
        }))
        await state.setBans({ file: next, made })
      }),
  }
}

type BanState = ReturnType<typeof createBanState>

function createBanState(first: BansInForce, spellings: AddressIdentity) {
  let current = first
  let test = createBanMatcher([...first.file, ...first.made], spellings)
  let version = 0
  const listeners: ((isMore: boolean) => Promise<void>)[] = []
  const bans = {
    isShareBanned: (key: string) => test.isShareBanned(key),
    /** Whether a channel is banned, case-insensitive. */
    isChannelBanned: (name: string) => test.isChannelBanned(name),
    /** Whether the address, or one nested in it, is at a banned host or its subdomain. False for magnet links and other non-web addresses. */
    isHostBanned: (address: string) => test.isHostBanned(address),
    /** Whether the address, or one nested in it, is a banned share or at a banned host. */
    isAddressBanned: (address: string) => test.isAddressBanned(address),
    /** Whether one of the texts contains a banned word. Texts are folded as in search; invisible characters are removed and white space is collapsed. */
    hasBannedWord: (...texts: readonly string[]) => test.hasBannedWord(...texts),
    /** Whether the text contains a banned host, in an address or alone. */
    namesBannedHost: (text: string) => test.namesBannedHost(text),
    isEmpty: () => test.isEmpty(),
    /** Increases with every change. */
    version: () => version,
    /** Registers a listener; a change waits until it has resolved. `isMore`: something is banned that was not before. */
    onChange: (listener: (isMore: boolean) => Promise<void>) => void listeners.push(listener),
  }
  return {
    bans,
    bansInForce: () => current,
    async setBans(next: BansInForce): Promise<void> {
      if (serialize(current.file) === serialize(next.file) && serialize(current.made) === serialize(next.made)) return
      const before = byIdentity([...current.file, ...current.made])
      const all = [...next.file, ...next.made]
      current = next
      test = createBanMatcher(all, spellings)
      version += 1
      const isMore = all.some((ban) => !before.has(banIdentity(ban)))
      await Promise.all(listeners.map((listener) => listener(isMore)))
    },
  }
}

/** The result of a change, and the bans after it. The bans of the file count too, but they are in force however many the API has. */
function applyChange(
  { file, made }: BansInForce,
  { add, remove }: BanChange,
  since: number,
): { readonly next?: readonly ApiBan[] | undefined; readonly result: ChangeResult } {
  const rejected = (state: RejectedChange['state'], problem: string) => ({ result: { state, problem } })
  const remaining = new Map(byIdentity(made))
  const inFile = byIdentity(file)
  const removed: Ban[] = []
  for (const [name, ban] of byIdentity(remove)) {
    const existing = remaining.get(name)
    const named = `${ban.kind} ${quoteInput(ban.value)}`
    if (!existing && inFile.has(name)) return rejected('of the file', `${named} is in BANS_FILE; remove it there`)
    if (!existing) return rejected('missing', `${named} is not banned`)
    remaining.delete(name)
    removed.push(toBan(existing, 'api'))
  }
  const added: Ban[] = []
  for (const [name, ban] of byIdentity(add)) {
    if (remaining.has(name)) continue
    const one = { ...ban, since }
    remaining.set(name, one)
    added.push(toBan(one, 'api'))
  }
  const count = file.length + remaining.size
  if (added.length > 0 && count > maxBans)
    return rejected('too many', `there would be ${count} bans; at most ${maxBans} are allowed`)
  const isChanged = added.length + removed.length > 0
  return { next: isChanged ? [...remaining.values()] : undefined, result: { state: 'done' as const, added, removed } }
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

function toBan({ kind, value, note, since }: ApiBan, from: Ban['from']): Ban {
  return { kind, value, note, since, from }
}

interface OpenBansOptions extends BanListOptions {
  readonly file: string | undefined
  /** Invalidates everything rendered before a change. */
  readonly versions: { allChanged(): void }
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Loads the bans of the file and those made over the API; while those that other processes made cannot be read, the last bans stay in force.
 * @throws Error for the operator: one line for each mistake in the file, or why it or the saved bans cannot be read.
 */
export async function openBans(options: OpenBansOptions) {
  const { file: path, versions, log } = options
  const bans = createBanList(options)
  await bans.record.load().catch((error: unknown) => {
    // Starting without them would show banned links.
    throw new Error(`the bans cannot be read: ${messageOf(error)}`, { cause: error })
  })
  bans.record.follow()
  bans.onChange(async () => versions.allChanged())
  if (path === undefined) return { bans, tick: async () => undefined, problems: (): readonly string[] => [] }
  const apply = async (text: string) => {
    await bans.setFile(parseBansFile(text, bans.read))
    return `${bans.all().filter(({ from }) => from === 'file').length} bans`
  }
  const { tick, problems } = await watchFile({ setting: 'BANS_FILE', path, contents: 'bans', log, apply })
  return { bans, tick, problems }
}
