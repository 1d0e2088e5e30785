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
  async function digestOf(watch: Watch): Promise<string> {
    await stateOf(watch).load()
    return stateOf(watch).state().feedDigest
  }

  async function set(caller: WatchCaller, name: string, feedDigest: string): Promise<Watch> {
    const watch = find(caller, name)
    if (!ownsFeed(watch, caller)) throw new RequestError(403, 'feed: only the owner of a watch may give its feed away')
    const isStored = await stateOf(watch).change((state) => ({ ...state, feedDigest }))
    if (!isStored) throw new RequestError(500, 'watches: the change could not be stored')
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
