// Answers of some keys are kept twice: on this replica's own disk, and where every replica finds them, also one on an empty machine.
import { within } from '../within.ts'
import type { Disk, StoredAnswer } from './disk.ts'

type AnswersOnDisk = Pick<Disk, 'readAnswer' | 'writeAnswer' | 'removeAnswer'>

/** So long it is waited for what others have kept. */
const mostMs = 500

/** Keeps all answers on the `own` disk, where there is one, and those that are `shared` where others find them too. */
export function withHistory(
  own: AnswersOnDisk | undefined,
  history: AnswersOnDisk,
  isShared: (key: string) => boolean,
): AnswersOnDisk {
  const homesOf = (key: string) => [own, isShared(key) ? history : undefined].filter((home) => home !== undefined)
  return {
    async readAnswer(key) {
      const theirs = isShared(key) ? within(history.readAnswer(key), mostMs) : undefined
      return newer(await own?.readAnswer(key), await theirs)
    },
    // Whoever wrote it takes its bytes back once all have it.
    async writeAnswer(key, answer) {
      const written = await Promise.all(homesOf(key).map((home) => home.writeAnswer(key, answer)))
      return written.length > 0 && written.every(Boolean)
    },
    async removeAnswer(key) {
      return (await Promise.all(homesOf(key).map((home) => home.removeAnswer(key)))).every(Boolean)
    },
  }
}

function newer(one: StoredAnswer | undefined, other: StoredAnswer | undefined): StoredAnswer | undefined {
  return (other?.at ?? 0) > (one?.at ?? 0) ? other : one
}
