// Parses the recorder's command line.
import { parseArgs } from 'node:util'

/** The sources to record, and the options. */
export interface RecordOptions {
  readonly name: string
  readonly kw: string
  /** Further plugin parameters. */
  readonly ext: Readonly<Record<string, unknown>>
  /** The target folder; undefined for the default place in `fixtures/`. */
  readonly into: string | undefined
  /** The time of the source and of the replay; undefined for the current time. */
  readonly now: Date | undefined
  /** Maximum number of entries of a list. */
  readonly keep: number
  readonly force: boolean
  readonly throughGateway: boolean
}

export const help = `Asks one source live, once, and writes what it was answered as a fixture: cut to a few entries, without cookies and
tokens. Settings are those of the service. Nothing is written unless the fixture gives its items when it is replayed.

  npm run record weibo                  a hot list, into fixtures/hotlist/weibo
  npm run record labi -- --kw 三体       a plugin (or tg:channel), into fixtures/search/labi

  --kw WORD             what is searched for (三体)
  --query JSON          what is sent as ext, an object: '{"title_en":"x"}'
  --into FOLDER         the folder to write; needed for sources of SOURCES_DIR and SOURCES_FILE
  --now TIME            the time the source is told, like 2026-11-20T12:00:00Z; now unless given
  --keep 5              so many entries of each list are kept, 1 to 100
  --force               overwrite a folder that is there
  --through-gateway     record what UPSTREAM_GATEWAY answers; the fixture is then called hand-made, whatever stands behind it
  --help                this text

  Exit status: 0 written, 1 the source failed or no fixture could be made of its replies, 2 the command line or a setting
  is wrong.`

/** Parses the arguments after the program's name; undefined when help is asked for. @throws TypeError with a sentence. */
export function readRecordFlags(args: readonly string[]): RecordOptions | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      kw: { type: 'string', default: '三体' },
      query: { type: 'string', default: '{}' },
      into: { type: 'string' },
      now: { type: 'string' },
      keep: { type: 'string', default: '5' },
      force: { type: 'boolean', default: false },
      'through-gateway': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const [name] = positionals
  if (name === undefined || positionals.length > 1)
    throw new TypeError('one NAME is needed, as in `npm run record weibo`')
  if (!/^\d{1,3}$/.test(values.keep) || Number(values.keep) < 1 || Number(values.keep) > 100)
    throw new TypeError(`--keep must be a whole number from 1 to 100, not "${values.keep}"`)
  return {
    name,
    kw: values.kw.trim(),
    ext: extOf(values.query),
    into: values.into,
    now: timeOf(values.now),
    keep: Number(values.keep),
    force: values.force,
    throughGateway: values['through-gateway'],
  }
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(time.getTime()))
    throw new TypeError(`--now must be a time like 2026-11-20T12:00:00Z, not "${text}"`)
  return time
}

function extOf(text: string): Readonly<Record<string, unknown>> {
  const wrong = new TypeError('--query must be a JSON object, like {"title_en":"x"}')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    throw wrong
  }
  throw wrong
}
