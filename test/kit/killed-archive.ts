// A process that writes, changes and deletes sightings in a loop until it is killed: FOLDER MAX_BYTES SEED.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openArchive } from '../../src/store/archive/client.ts'
import { seeded } from './clocks.ts'

const [folder = '', maxBytes = '', seed = ''] = process.argv.slice(2)
const random = seeded(Number(seed))

function logged(_said: unknown): void {
  // The test reads the file instead.
}

const shelf = await openArchive(
  {
    folder,
    maxBytes: Number(maxBytes),
    mayWrite: () => true,
    log: { warn: logged, info: logged, error: logged },
    epochMs: Date.now,
  },
  // Most of its life is spent writing.
  { gatherMs: 0 },
)

function some() {
  const share = Math.floor(random() * 3_000)
  const tokens = Array.from({ length: 12 }, () => Math.floor(random() * 900).toString(36))
  return {
    ...({ key: `quark:${share}`, type: 'quark', url: `https://pan.quark.cn/s/${share}`, password: '' } as const),
    ...{ source: random() < 0.8 ? 'tg:one' : 'tg:two', post: `${Math.floor(random() * 3)}`, heading: '' },
    ...{ title: tokens.join(' '), at: undefined, searchText: `${tokens.join(' ')} all` },
  }
}

// The process is always killed, so it saves the compile cache itself.
flushCompileCache()

/** The number grows with each write, so the test sees that writes happen. */
for (;;) {
  shelf.keep(Array.from({ length: 60 }, some))
  shelf.noteHealth(new Map([[some().key, { state: random() < 0.5 ? 'bad' : 'ok', at: Date.now() }]]))
  await shelf.remove([some(), some()])
  if (shelf.size().shares > 0) writeSync(1, '.')
}
