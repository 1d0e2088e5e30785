// Runs our search in this process over a stand-in without faults, with a clock that starts at the end of the corpus.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { searchRequest } from '../../src/contract/search.ts'
import { createArchive } from '../../src/search/archive/archive.ts'
import { defaultChannels } from '../../src/search/catalogue.ts'
import { loadPlugins } from '../../src/search/load-plugins.ts'
import type { SearchAnswer } from '../../src/search/pipeline/answer.ts'
import { createSearch } from '../../src/search/search.ts'
import { createTrackRecord } from '../../src/search/source-track-record.ts'
import { createMemoryAnswers } from '../../src/store/memory/tiered-answers.ts'
import { createSourceStatistics } from '../../src/upstream/stats/source-statistics.ts'
import { startStandin } from '../../standin/server.ts'
import { openArchiveWithThread } from '../../test/kit/open-databases.ts'
import { gatewayTransport, makeUpstream } from '../../test/kit/wire.ts'
import type { Place } from './ground-truth.ts'

/** Long enough for every source to finish, because an incomplete answer would measure something else. */
const longMs = 30_000

/** A search; the caller closes it. */
export interface OpenSearch {
  ask(fields: object): Promise<SearchAnswer['body']>
  close(): Promise<void>
}

/** Starts the stand-in and a search over all channels and plugins, with an optional archive on disk. */
export async function openSearch({ seed, now: corpusNow }: Place, hasArchive = false): Promise<OpenSearch> {
  const standin = await startStandin({ seed, now: corpusNow })
  const began = Date.now()
  const epochMs = () => corpusNow.getTime() + Date.now() - began
  const statistics = createSourceStatistics(epochMs)
  const record = createTrackRecord(statistics)
  const log = pino({ level: 'error' })
  const { upstream } = makeUpstream({
    transport: gatewayTransport(standin.url),
    answers: createMemoryAnswers(200_000_000, epochMs),
    onAskEnd: statistics.record,
    log,
    epochMs,
    random: () => 0.5,
  })
  const plugins = await loadPlugins({}, {}, log)
  const folder = await mkdtemp(join(tmpdir(), 'trawl-quality-'))
  const storage = hasArchive ? await openArchiveWithThread(folder, 512 * 2 ** 20, { log, epochMs }) : undefined
  const archive = storage && createArchive({ shelf: storage, epochMs })
  const parts = {
    channels: defaultChannels,
    plugins,
    upstream,
    record,
    deadlineMs: longMs,
    earlyMs: longMs,
    defaultConc: 10,
    epochMs,
  }
  const search = createSearch({ ...parts, archive })
  return {
    async ask(fields) {
      const request = searchRequest.parse({ conc: 64, ...fields })
      return (await search.answer(request, new AbortController().signal)).body
    },
    async close() {
      await upstream.close()
      await standin.close()
      await storage?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
