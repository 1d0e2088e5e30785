// All watches with their states: those of the operator's file and those declared over the API, who may read and change them, and the tokens of their feeds.
import type { SharedRecords } from '../async/shared-record.ts'
import { maxWatches, type WatchEvent, type WatchRequest } from '../contract/watches.ts'
import { badRequest, RequestError } from '../http/errors.ts'
import type { Logger } from '../observability/log.ts'
import type { Notifier } from './notifiers.ts'
import {
  createMutedTest,
  digest,
  fileOwner,
  manages,
  notifyProblem,
  type Watch,
  type WatchCaller,
  watchId,
} from './watch.ts'
import { createWatchRecord, openDeclaredWatches, type StoredWatchState } from './watch-records.ts'
import { addFindings, emptyState, type Findings } from './watch-state.ts'

interface WatchesOptions {
  /** Those of the file as it is now. */
  readonly fileWatches: () => readonly Watch[]
  readonly notifiers: () => readonly Pick<Notifier, 'name' | 'isShared'>[]
  /** The ids of the enabled lists. */
  readonly listIds: Pick<ReadonlySet<string>, 'has'>
  readonly records: SharedRecords
  readonly log: Pick<Logger, 'info'>
  readonly recordHit: (place: WatchEvent['in']) => void
  /** Unguessable. */
  readonly newToken: () => string
  readonly epochMs: () => number
}

export type Watches = Awaited<ReturnType<typeof openWatches>>

export async function openWatches(options: WatchesOptions) {
  const { fileWatches, records } = options
  const declared = await openDeclaredWatches(records)
  const states = new Map<string, StoredWatchState>()
  const stateOf = (watch: Pick<Watch, 'owner' | 'name'>): StoredWatchState => {
    const id = watchId(watch)
    const known = states.get(id) ?? createWatchRecord(id, records)
    states.set(id, known)
    return known
  }
  const all = (): readonly Watch[] => [...fileWatches(), ...declared.all()]
  const access = createAccess(options, all)

  return {
    all,
    stateOf,
    eventsOf: createEventReader(stateOf),
    ...access,
    feeds: createFeedTokens(all, access.find, stateOf, options.newToken),
    add: createFindingLog(options, stateOf),
    /** Adds or replaces a watch of the caller. @throws RequestError */
    async put(caller: WatchCaller, name: string, request: WatchRequest): Promise<Watch> {
      const owner = access.requireChange(caller, name, request)
      const watch = { ...request, name, owner, isPublic: false }
      if (!(await declared.put(watch))) throw notStored()
      return watch
    },
    /** Removes a watch of the caller, with what it found. @throws RequestError */
    async remove(caller: WatchCaller, name: string): Promise<void> {
      const watch = access.find(caller, name)
      if (watch.owner !== caller.owner) throw ofTheFile(name)
      if (!(await declared.remove(watch.owner, name))) throw notStored()
      const state = stateOf(watch)
      await state.enqueue(() => emptyState())
      if (!(await state.flush())) return
      state.end()
      states.delete(watchId(watch))
    },
  }
}

/** Creates the function that stores what a watch found, and logs and counts what is new. */
function createFindingLog({ log, recordHit, epochMs }: WatchesOptions, stateOf: (watch: Watch) => StoredWatchState) {
  return async (watch: Watch, findings: Findings): Promise<void> => {
    const now = epochMs()
    let added: readonly WatchEvent[] = []
    await stateOf(watch).enqueue((before) => {
      const after = addFindings(before, watch, findings, now)
      const known = new Set(before.events.map(({ id }) => id))
      added = after.events.filter(({ id, initial }) => !initial && !known.has(id))
      return after
    })
    for (const event of added) recordHit(event.in)
    if (added.length === 0) return
    const titles = added.slice(0, 3).map(({ title }) => title)
    log.info({ watch: watch.name, owner: watch.owner, titles }, `a watch found ${added.length} new`)
  }
}

/** Creates the function that reads the events of watches, newest first, without muted ones; only who manages a watch learns of its deliveries. */
function createEventReader(stateOf: (watch: Watch) => StoredWatchState) {
  return async (watches: readonly Watch[], caller?: WatchCaller): Promise<WatchEvent[]> => {
    const found = await Promise.all(
      watches.map(async (watch) => {
        const isMuted = createMutedTest(watch)
        const state = stateOf(watch)
        if (!(await state.load())) throw new RequestError(503, 'watches: what was found cannot be read at the moment')
        return state
          .state()
          .events.toReversed()
          .filter(({ title }) => !isMuted(title))
          .map(({ deliveries, ...event }) => (caller && manages(caller, watch) ? { ...event, deliveries } : event))
      }),
    )
    return found.flat().sort((one, other) => other.at - one.at)
  }
}

function createAccess({ listIds, notifiers }: WatchesOptions, all: () => readonly Watch[]) {
  const isVisible = (watch: Watch, caller: WatchCaller) =>
    manages(caller, watch) || (watch.owner === fileOwner && watch.isPublic)
  const visible = (caller: WatchCaller) => all().filter((watch) => isVisible(watch, caller))
  const notifiersFor = ({ seesFile }: WatchCaller) =>
    notifiers()
      .filter(({ isShared }) => isShared || seesFile)
      .map(({ name }) => name)
  return {
    /** The watches that a caller may read. */
    visible,
    notifiersFor,
    /** The caller's watch of this name, or that of the file. @throws RequestError 404 */
    find(caller: WatchCaller, name: string): Watch {
      const named = visible(caller).filter((watch) => watch.name === name)
      const watch = named.find(({ owner }) => owner === caller.owner) ?? named[0]
      if (!watch) throw new RequestError(404, 'name: there is no watch of this name; GET /api/v1/watches lists yours')
      return watch
    },
    /** Returns the owner of a watch that the caller may store. @throws RequestError */
    requireChange(caller: WatchCaller, name: string, { lists, notify }: WatchRequest): string {
      const { owner } = caller
      if (owner === undefined) throw new RequestError(403, 'watches: log in to have watches of your own')
      const same = visible(caller).filter((watch) => watch.name === name)
      if (same.some((watch) => watch.owner === fileOwner)) throw ofTheFile(name)
      if (same.length === 0 && visible(caller).filter((watch) => watch.owner === owner).length >= maxWatches)
        throw new RequestError(400, `watches: at most ${maxWatches} are allowed; delete one first`)
      const unknown = unknownListProblem(lists, listIds)
      if (unknown !== undefined) throw badRequest('lists', unknown)
      const stray = notifyProblem(notify, notifiersFor(caller))
      if (stray !== undefined) throw badRequest('notify', stray)
      return owner
    },
  }
}

/** Why these are not all ids of enabled lists. */
export function unknownListProblem(
  lists: readonly string[] | undefined,
  listIds: Pick<ReadonlySet<string>, 'has'>,
): string | undefined {
  const unknown = lists?.find((id) => !listIds.has(id))
  return unknown === undefined ? undefined : `${unknown} is not an enabled list; GET /api/v1/sources lists them`
}

function ofTheFile(name: string): RequestError {
  return new RequestError(409, `name: the watch ${name} stands in WATCH_FILE, and has to be changed there`)
}

function notStored(): RequestError {
  return new RequestError(500, 'watches: the change could not be stored')
}

function createFeedTokens(
  all: () => readonly Watch[],
  find: ReturnType<typeof createAccess>['find'],
  stateOf: (watch: Watch) => StoredWatchState,
  newToken: () => string,
) {
  async function digestOf(watch: Watch): Promise<string> {
    await stateOf(watch).load()
    return stateOf(watch).state().feedDigest
  }

  async function set(caller: WatchCaller, name: string, feedDigest: string): Promise<Watch> {
    const watch = find(caller, name)
    if (!ownsFeed(watch, caller)) throw new RequestError(403, 'feed: only the owner of a watch may give its feed away')
    const isStored = await stateOf(watch).change((state) => ({ ...state, feedDigest }))
    if (!isStored) throw notStored()
    return watch
  }

  return {
    /** For the owner whether the feed has a token; undefined for others. */
    hasToken: async (caller: WatchCaller, watch: Watch) =>
      ownsFeed(watch, caller) ? (await digestOf(watch)) !== '' : undefined,
    /** Replaces the token by a new one; only its digest is stored. @throws RequestError */
    async renew(caller: WatchCaller, name: string) {
      const token = newToken()
      return { watch: await set(caller, name, digest(token)), token }
    },
    /** Removes the token. @throws RequestError */
    revoke: (caller: WatchCaller, name: string) => set(caller, name, ''),
    /** The watch of this name whose feed has this token. @throws RequestError 404 */
    async find(name: string, token: string): Promise<Watch> {
      const sent = digest(token)
      for (const watch of all()) {
        if (watch.name === name && (await digestOf(watch)) === sent) return watch
      }
      throw new RequestError(404, 'token: no feed of this name has it; it may have been revoked')
    },
  }
}

/** Administrators own those of the file. */
function ownsFeed({ owner }: Watch, caller: WatchCaller): boolean {
  return caller.owner !== undefined && (owner === caller.owner || (owner === fileOwner && caller.seesFile))
}
