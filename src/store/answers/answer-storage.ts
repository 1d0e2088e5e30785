// Answers as the main thread reads and writes them: in the background, through the queue; all reads of one event loop turn in one call.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { transactionBytes } from '../limits.ts'
import type { AnswerToWrite, StoredAnswer } from './answer-table.ts'

export interface AnswerStorage {
  /** Returns the valid answer of a key; undefined if there is none or it cannot be read. Never rejects. */
  readAnswer(key: string): Promise<StoredAnswer | undefined>
  /** Stores an answer in the background. */
  writeAnswer(key: string, answer: StoredAnswer): void
  /** Removes it in the background. */
  removeAnswer(key: string): void
}

/** Without `json` the answer is removed. */
type QueuedAnswer = Pick<AnswerToWrite, 'key'> & Pick<StoredAnswer, 'at' | 'until'> & Partial<StoredAnswer>

/** Maximum answers in one transaction, during which readers wait. */
const maxAnswersAtOnce = 500

export function createAnswerStorage(database: Database, maxBytes: number): AnswerStorage {
  const { run, queue, epochMs, isClosed } = database
  const answers = queue.addKind<QueuedAnswer>({
    noun: 'answers',
    maxCount: maxAnswersAtOnce,
    maxBatchBytes: transactionBytes(maxBytes),
    async write(given) {
      // Copies for the transfer; the queue keeps its own until they are written.
      const written = given.map(
        ({ json, ...answer }): AnswerToWrite => (json ? { ...answer, json: new Uint8Array(json) } : answer),
      )
      await run('writeAnswers', [written, epochMs()], { transfer: written.flatMap(({ json }) => json?.buffer ?? []) })
    },
  })
  const readBatched = createReadBatcher(database)

  function put(answer: QueuedAnswer): void {
    if (isClosed()) return
    answers.put(answer.key, answer, (answer.json?.byteLength ?? 0) + 2 * answer.key.length)
    queue.schedule()
  }

  return {
    async readAnswer(key) {
      const queued = answers.find(key)
      if (queued) return queued.json && queued.until >= epochMs() ? { ...queued, json: queued.json } : undefined
      return isClosed() ? undefined : await readBatched(key)
    },
    writeAnswer(key, answer) {
      // Answers above 1/8 of the size limit are not stored. The stored row of the key is outdated, so it is removed.
      put(answer.json.byteLength <= maxBytes / 8 ? { key, ...answer } : { key, at: 0, until: 0 })
    },
    removeAnswer: (key) => put({ key, at: 0, until: 0 }),
  }
}

/** A search reads about a hundred answers at once. */
function createReadBatcher({ run, epochMs, log, health }: Database) {
  let keys: string[] = []
  let batch: Promise<readonly (StoredAnswer | undefined)[]> | undefined

  async function readAll(): Promise<readonly (StoredAnswer | undefined)[]> {
    await nextTurn()
    const asked = keys
    keys = []
    batch = undefined
    const { answers, damaged } = await run('readAnswers', [asked, epochMs()])
    if (damaged > 0) log.warn(`${damaged} answers in ${health.place} are damaged; treating them as missing`)
    return answers
  }

  return async (key: string): Promise<StoredAnswer | undefined> => {
    batch ??= readAll()
    const at = keys.push(key) - 1
    // The database reported why it cannot be read.
    return await batch.then(
      (answers) => answers[at],
      () => undefined,
    )
  }
}
