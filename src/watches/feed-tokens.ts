// Addresses of feeds for readers that send no key: a watch may have a token, which its owner replaces and revokes.
import { RequestError } from '../http/errors.ts'
import { digest, fileOwner, type Watch, type WatchCaller } from './watch.ts'
import type { StoredWatchState } from './watch-record.ts'

interface FeedTokensOptions {
  readonly all: () => readonly Watch[]
  /** @throws RequestError 404 */
  readonly find: (caller: WatchCaller, name: string) => Watch
  readonly stateOf: (watch: Watch) => StoredWatchState
  readonly newToken: () => string
}

export function createFeedTokens({ all, find, stateOf, newToken }: FeedTokensOptions) {
  async function tokenOf(watch: Watch): Promise<string> {
    await stateOf(watch).load()
    return stateOf(watch).state().feedToken
  }

  async function set(caller: WatchCaller, name: string, token: string): Promise<Watch> {
    const watch = find(caller, name)
    if (!ownsFeed(watch, caller)) throw new RequestError(403, 'feed: only the owner of a watch may give its feed away')
    const isStored = await stateOf(watch).change((state) => ({ ...state, feedToken: token }))
    if (!isStored) throw new RequestError(500, 'watches: the change could not be stored')
    return watch
  }

  return {
    /** The token of the feed, for its owner; undefined without one. */
    shown: async (caller: WatchCaller, watch: Watch) =>
      (ownsFeed(watch, caller) && (await tokenOf(watch))) || undefined,
    /** Replaces the token by a new one. @throws RequestError */
    renew: (caller: WatchCaller, name: string) => set(caller, name, newToken()),
    /** Removes the token. @throws RequestError */
    revoke: (caller: WatchCaller, name: string) => set(caller, name, ''),
    /** The watch of this name whose feed has this token. @throws RequestError 404 */
    async find(name: string, token: string): Promise<Watch> {
      // Digests, so that the time taken does not reveal how much of a token was right.
      const sent = digest(token)
      for (const watch of all()) {
        if (watch.name !== name) continue
        const own = await tokenOf(watch)
        if (own !== '' && digest(own) === sent) return watch
      }
      throw new RequestError(404, 'token: no feed of this name has it; it may have been revoked')
    },
  }
}

/** Administrators own those of the file. */
function ownsFeed({ owner }: Watch, caller: WatchCaller): boolean {
  return caller.owner !== undefined && (owner === caller.owner || (owner === fileOwner && caller.seesFile))
}
