// Mirrors some answers: on the replica's own disk and in the shared database, where a replica with an empty disk finds them.
import { withTimeout } from '../../async/timeout.ts'
import type { AnswerStorage, StoredAnswer } from './answer-storage.ts'

/** Time limit for reading the shared database. */
const maxReadMs = 500

/** Stores all answers on the `own` disk, if there is one, and the `shared` ones also in the shared database. */
export function mirrorAnswers(
  own: AnswerStorage | undefined,
  history: AnswerStorage,
  isShared: (key: string) => boolean,
): AnswerStorage {
  const targetsFor = (key: string) => [own, isShared(key) ? history : undefined].filter((home) => home !== undefined)
  return {
    async readAnswer(key) {
      const theirs = isShared(key) ? withTimeout(history.readAnswer(key), maxReadMs) : undefined
      return newer(await own?.readAnswer(key), await theirs)
    },
    // The caller reuses the bytes after all writes have finished.
    async writeAnswer(key, answer) {
      const written = await Promise.all(targetsFor(key).map((home) => home.writeAnswer(key, answer)))
      return written.length > 0 && written.every(Boolean)
    },
    async removeAnswer(key) {
      return (await Promise.all(targetsFor(key).map((home) => home.removeAnswer(key)))).every(Boolean)
    },
  }
}

function newer(one: StoredAnswer | undefined, other: StoredAnswer | undefined): StoredAnswer | undefined {
  return (other?.at ?? 0) > (one?.at ?? 0) ? other : one
}
