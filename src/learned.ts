// What was learned of sources outlasts the process: taken up when it starts, written down from time to time, together with what other replicas learned.

/** Something that learns, and can be put down as a text. */
interface Learner {
  text(): string
  /**
   * Takes up what is kept, perhaps by another replica since: in the place of what was taken up before, and before all that was learned here
   * and is not kept yet.
   */
  takeUp(text: string): void
  /**
   * What `text` gives now is about to be kept; what is learned from now on comes after it. Gives what is to be told whether it was kept;
   * undefined when nothing was learned since what is kept.
   */
  handOver(): ((isKept: boolean) => void) | undefined
}

/** Where it is kept. */
interface Records {
  /** Rejects while nobody can say what there is. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Resolves to whether it is written down; `changed` says that another replica has written what was not read here yet. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** From now on `hear` is called when another process has written the record. */
  onChangedElsewhere(name: string, hear: () => void): void
}

/** What outlasts the process. */
export interface Learned {
  /** Writes down what has been learned since the last time that this worked, and takes up what others have. Never rejects. */
  save(): Promise<void>
}

/** Several times what thousands of sources need. To read a larger record may take all memory at each start; it is as good as none, and written anew. */
const maxRecordBytes = 16 * 1024 * 1024

/** So often it is tried to be quicker than the others; then there is a next time. */
const mostTries = 5

/**
 * Lets each of `learners` take up the record of its name. As long as a record cannot be read it is not written either, or what was
 * learned before would be lost: it is taken up late then.
 */
export async function keepLearned(records: Records, learners: Readonly<Record<string, Learner>>): Promise<Learned> {
  const keepers = Object.entries(learners).map(([name, learner]) => keeperOf(records, name, learner))
  const forEach = (act: (keeper: Keeper) => Promise<unknown>) => Promise.all(keepers.map(act))
  await forEach(({ takeUp }) => takeUp())
  let latest = Promise.resolve()
  return {
    save() {
      // One after the other: what is taken up twice would count twice.
      latest = latest.then(async () => void (await forEach(({ save }) => save())))
      return latest
    },
  }
}

type Keeper = ReturnType<typeof keeperOf>

function keeperOf(records: Records, name: string, learner: Learner) {
  let isTakenUp = false
  records.onChangedElsewhere(name, () => {
    isTakenUp = false
  })

  /** Resolves to whether it is taken up by now. */
  async function takeUp(): Promise<boolean> {
    if (isTakenUp) return true
    try {
      const bytes = await records.read(name)
      if (bytes && bytes.byteLength <= maxRecordBytes) learner.takeUp(new TextDecoder().decode(bytes))
    } catch {
      // The store says so itself, in the log and as a trouble.
      return false
    }
    isTakenUp = true
    return true
  }

  async function write(): Promise<'written' | 'changed' | 'unwritten'> {
    const bytes = new TextEncoder().encode(learner.text())
    const tell = learner.handOver()
    if (!tell) return 'written'
    const state = await records.write(name, bytes)
    tell(state === 'written')
    return state
  }

  async function save(): Promise<void> {
    for (let tries = 0; tries < mostTries && (await takeUp()); tries += 1) {
      if ((await write()) !== 'changed') return
      isTakenUp = false
    }
  }

  return { takeUp, save }
}
