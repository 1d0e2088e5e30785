// Runs the recorder: asks one source live and writes its fixture. See `npm run record -- --help`.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { readSettings } from '../src/app/settings.ts'
import { loadTargets, type ProbeTarget, resolveNames } from '../src/cli/doctor/sources.ts'
import { collectWarnings, withWarnings } from '../src/cli/warning-collector.ts'
import { ourPlugins } from '../src/search/load-plugins.ts'
import { sourceNames } from '../src/upstream/discover.ts'
import { RecordError } from './record/draft.ts'
import { recordFixture } from './record/fixture.ts'
import { help, type RecordOptions, readRecordFlags } from './record/flags.ts'

const root = join(import.meta.dirname, '..')

/** Finds the one source with this name. @throws Error when there is none, or several. */
function subjectOf(name: string, all: readonly ProbeTarget[]): ProbeTarget {
  const found = resolveNames([name], all)
  const [first] = found
  if (first && found.length === 1) return first
  throw new Error(
    `${name} means several: ${found
      .slice(0, 8)
      .map(({ id }) => id)
      .join(', ')}; one is recorded at a time`,
  )
}

/** The fixture folder of a built-in source; an operator's source has none. */
async function placeOf({ id, kind, family }: ProbeTarget, isOwn: boolean): Promise<string> {
  const ours =
    kind === 'list' ? await sourceNames(join(root, 'src/hotlist/sources')) : ourPlugins().map((one) => one.id)
  if (kind !== 'channel' && (!ours.includes(family) || isOwn))
    throw new Error(`${id} is a source of your own: say with --into FOLDER where its fixture is to be written`)
  return join(
    root,
    'fixtures',
    kind === 'list' ? 'hotlist' : 'search',
    id.replace('plugin:', '').replace('tg:', 'telegram-'),
  )
}

async function run(options: RecordOptions): Promise<string[]> {
  const settings = await readSettings(process.env, readFileSync)
  // Others read process.env directly: Node reads its time zone there.
  Object.assign(process.env, settings.fromEnvFile)
  const { config } = settings
  const { log, warnings } = collectWarnings([])
  const subject = await withWarnings(warnings, async () => subjectOf(options.name, await loadTargets(settings, log)))
  if (config.UPSTREAM_GATEWAY && !options.throughGateway)
    throw new Error(
      'UPSTREAM_GATEWAY is set, so what answers need not be the site itself: unset it, or say --through-gateway and the fixture is called hand-made',
    )
  const isOwn =
    subject.kind === 'plugin'
      ? config.SOURCES_DIR !== undefined && existsSync(join(config.SOURCES_DIR, `${subject.family}.ts`))
      : subject.source.definition !== undefined
  const folder = options.into === undefined ? await placeOf(subject, isOwn) : resolve(options.into)
  const shown = options.into ?? relative(process.cwd(), folder)
  if (!options.force && existsSync(folder))
    throw new Error(`${shown} is there already: --force overwrites it, --into writes elsewhere`)
  const at = Math.floor((options.now?.getTime() ?? Date.now()) / 1000) * 1000
  const question = { kw: options.kw, ext: options.ext, at }
  const today = new Date().toISOString().slice(0, 10)
  const lines = await recordFixture({ subject, question, settings, folder, keep: options.keep, today })
  return [`${shown} is written`, ...lines]
}

async function main(): Promise<number> {
  try {
    const options = readRecordFlags(process.argv.slice(2))
    process.stdout.write(`${options ? (await run(options)).join('\n') : help}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return error instanceof RecordError ? 1 : 2
  }
}

// A source may leave connections and timers open, which would keep the process alive.
const status = await main()
process.stdout.write('', () => process.exit(status))
