// `trawl doctor`: asks every source once, live, with the settings of the service, and prints the state of each.
import PQueue from 'p-queue'
import manifest from '../../../package.json' with { type: 'json' }
import { egressSummary } from '../../app/listening.ts'
import { readSettings, type Settings, storeOptions } from '../../app/settings.ts'
import type { Logger } from '../../observability/log.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { createRedactor } from '../../observability/redact.ts'
import { openStore } from '../../store/open-store.ts'
import { createTransport, type Transport } from '../../upstream/net/transport.ts'
import type { Failure, Outcome, Source } from '../../upstream/source.ts'
import { createUpstream, type Upstream } from '../../upstream/upstream.ts'
import { type Help, oneOf, readFlags, texts, wholeNumber, yes } from '../commands/command.ts'
import { findServer } from '../connect.ts'
import { findSecrets } from '../find-secrets.ts'
import { failureText } from '../terminal/failure-text.ts'
import { type ProgressBar, startBar } from '../terminal/progress-bar.ts'
import { createScreen, type Screen, writeJson, writeLines } from '../terminal/screen.ts'
import { toChinese } from '../terminal/sentences.ts'
import { interruptedStatus, type Terminal } from '../terminal/terminal.ts'
import { pad } from '../terminal/text-width.ts'
import { resultWords } from '../terminal/words.ts'
import { UsageError } from '../usage-error.ts'
import { collectWarnings, withWarnings } from '../warning-collector.ts'
import { collectFields } from './declared-fields.ts'
import { channelActivity, type Diagnosis, diagnose, proposeChannels, stateMeanings, states } from './diagnosis.ts'
import { countStates, type DoctorReport, exitStatusOf, formatReport } from './report.ts'
import { loadTargets, type ProbeTarget, selectTargets } from './sources.ts'

/** Compares the replies of sources with their fixtures; the command of a clone (tools/doctor.ts) has one. */
export interface ReplyComparison {
  /** A transport that records the replies to tagged requests. */
  record(transport: Transport): Transport
  /** The source, whose requests are tagged. */
  tag<Query, Item>(source: Source<Query, Item>): Source<Query, Item>
  /** The diagnosis, with what `items` and the recorded replies lack. */
  compare(subject: ProbeTarget, diagnosis: Diagnosis, items: readonly object[]): Promise<Diagnosis>
}

/** Default keywords, found on nearly every site: a book with film versions, and a common topic of courses and software. */
const defaultKeywords: readonly string[] = ['三体', 'linux']

const meanings = states.map((state) => `    ${state.padEnd(10)} ${stateMeanings[state]}`)
const meaningsInChinese = states.map(
  (state) => `    ${pad(`${resultWords.zh.sourceStates[state]} ${state}`, 17)} ${toChinese(stateMeanings[state])}`,
)

export const help: Help = {
  en: `Asks every source once, live, and reports the state of each. Uses the settings of the service and stores nothing.

  trawl doctor                          all enabled sources
  trawl doctor weibo labi 'acfun*'      only these: ids, plugins, channels (tg:name), families, prefixes of ids;
                                        for declared lists also what each key found in three rows

  --only search|lists   only plugins and channels, or only hot lists
  --channels            only channels: which have a page, when they last posted, how many links of the last 30 days
                        their page has, and the line for .env that takes out those that are gone or silent
  --all                 also disabled sources
  --kw WORD             keyword for plugins; may be repeated: the next one is tried if nothing is found
                        (default: ${defaultKeywords.join(', then ')}); channels are asked for their latest posts
  --timeout-s 240       time limit of the whole run in seconds, 1 to 3600
  --json                print one JSON document instead of the table
  --help                show this text

  If channels are gone or silent, the last line is the one for .env that takes them out.
  In a clone of the repository \`npm run doctor\` does the same, and compares the replies of drifted sources with the fixtures.

  States of a source:
${meanings.join('\n')}

  Exit status: 0 every source answers, is empty or closed; 1 a source is drifted, gone, dead, blocked,
  refused or unasked; 2 invalid command line or setting; 130 after Ctrl+C, which prints the results so far.`,
  zh: `实际访问每个来源一次，报告各自的状态。使用服务的设置，不保存任何内容。

  trawl doctor                          所有启用的来源
  trawl doctor weibo labi 'acfun*'      只测这些：id、插件、频道（tg:名字）、一家的榜单、id 的开头；
                                        自己声明的榜单还会列出每个键在前三行里找到了什么

  --only search|lists   只测插件和频道，或只测热榜
  --channels            只测频道：有没有网页预览、最近发帖时间、最近 30 天的链接数，
                        并给出 .env 里去掉不存在和不再更新的频道的那一行
  --all                 也测已停用的来源
  --kw WORD             搜插件用的词，可以写多次：没有结果就用下一个
                        （默认先 ${defaultKeywords.join('，再 ')}）；频道只看最新的帖子
  --timeout-s 240       整个过程最多几秒，1 到 3600
  --json                输出一个 JSON 文档，不输出表格
  --help                显示这些说明

  有频道不存在或不再更新时，最后一行是 .env 里去掉它们的设置。
  在源码目录里，\`npm run doctor\` 做同样的事，并把改版来源的返回内容和样本比较。

  来源的状态（后面是 JSON 里的写法）：
${meaningsInChinese.join('\n')}

  退出码：0 每个来源都正常、没有内容或在休息；1 有来源改版、不存在、连不上、被拦截、
  不允许访问或没有测完；2 命令或设置有误；130 按了 Ctrl+C，已有的结果会输出。`,
}

const flags = {
  channels: yes,
  only: oneOf('search', 'lists'),
  all: yes,
  json: yes,
  'timeout-s': wholeNumber(1, 3600),
  kw: { ...texts, read: readKeywords },
}

function readKeywords(flag: string, given: readonly string[]): string[] | undefined {
  const keywords = texts.read(flag, given)
  if ((keywords?.length ?? 0) < given.length) throw new UsageError('--kw needs a keyword')
  return keywords
}

/** @throws UsageError for invalid arguments. */
export function parseDoctorFlags(args: readonly string[]) {
  const { values, words: names } = readFlags(args, flags)
  const { channels, only, kw, 'timeout-s': timeoutS = 240, ...others } = values
  const keywords = { plugin: kw ?? defaultKeywords, channel: kw ?? [''] }
  return { ...others, names, only: channels ? ('channels' as const) : only, timeoutMs: timeoutS * 1000, keywords }
}

interface Probing {
  readonly upstream: Pick<Upstream, 'ask'>
  readonly comparison: ReplyComparison | undefined
  /** Keywords by kind of source; the next one is tried when nothing is found. */
  readonly keywords: Readonly<Record<'plugin' | 'channel', readonly string[]>>
  /** Whether the finds of the keys of declared lists are reported. */
  readonly showsFields: boolean
  readonly signal: AbortSignal
  readonly epochMs: () => number
  /** Puts failures into Chinese words, if the table is Chinese. */
  readonly inChinese: ((failure: Failure) => string) | undefined
}

async function probe(subject: ProbeTarget, probing: Probing): Promise<Diagnosis> {
  const { comparison, signal, showsFields, epochMs, inChinese } = probing
  const found: string[] = []
  const outcome = signal.aborted ? undefined : await ask(subject, found, probing)
  const isCutOff = signal.aborted && outcome?.state === 'failed'
  const items = outcome?.state === 'failed' ? [] : (outcome?.items ?? [])
  const diagnosis = diagnose(subject, isCutOff ? undefined : outcome, inChinese)
  const hasPage = subject.kind === 'channel' && outcome && outcome.state !== 'failed'
  return {
    ...((await comparison?.compare(subject, diagnosis, items)) ?? diagnosis),
    ...(hasPage && { activity: channelActivity(subject.id, items, epochMs()) }),
    ...(showsFields && found.length > 0 && { found }),
  }
}

/** Asks the source; what its keys find is added to `found`. */
async function ask(subject: ProbeTarget, found: string[], { upstream, keywords, signal, comparison }: Probing) {
  const options = { maxAgeMs: 0, allowsRemembered: true, signal }
  if (subject.kind === 'list') {
    const { source, lines } = collectFields(subject.source)
    const outcome = await upstream.ask(comparison?.tag(source) ?? source, {}, options)
    found.push(...lines)
    return outcome
  }
  const source = comparison?.tag(subject.source) ?? subject.source
  let outcome: Outcome<object> | undefined
  for (const kw of keywords[subject.kind]) {
    if (outcome && (outcome.state === 'failed' || outcome.items.length > 0)) break
    outcome = await upstream.ask(source, { kw, ext: {} }, options)
  }
  return outcome
}

/** Creates an upstream that stores nothing on disk. */
async function createProbeUpstream(
  { config, proxyFor, allowance, isContainer }: Settings,
  comparison: ReplyComparison | undefined,
  clock: Pick<Terminal, 'epochMs' | 'random'> & { readonly log: Logger },
): Promise<Upstream> {
  const store = await openStore({ ...storeOptions(config), folder: undefined, log: clock.log, epochMs: clock.epochMs })
  const transport = createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance, isContainer })
  return createUpstream({
    transport: comparison?.record(transport) ?? transport,
    answers: store.answers,
    fileStorage: store.files,
    metrics: createMetrics(store),
    ...clock,
  })
}

const maxStatusMs = 3_000

/** Notes on the sources that are asleep for the running service, by id. Empty if none runs or answers: the doctor needs no service. */
async function sleepNotes(terminal: Terminal): Promise<ReadonlyMap<string, string>> {
  const status = await findServer({}, terminal)
    .then((server) => server?.client.status({ signal: AbortSignal.timeout(maxStatusMs) }))
    .catch(() => undefined)
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return new Map(
    [...(status?.details ?? []), ...(status?.search.details ?? [])].flatMap(({ id, asleep }) => {
      if (!asleep) return []
      const dates = [dateOf(asleep.since), dateOf(asleep.nextTrialAt)]
      return [[id, `asleep for the service since ${dates[0]} UTC, next try ${dates[1]} UTC`] as const]
    }),
  )
}

/** What puts failures into Chinese words; undefined in English. What a parser found is for reports of the fault, so it is quoted as it is. */
function sayerFor(screen: Screen): ((failure: Failure) => string) | undefined {
  if (screen.language === 'en') return undefined
  return (failure) => {
    const isParsed = failure.kind === 'mismatch' && !failure.reason
    return failureText(failure, screen) + (isParsed ? `：“${failure.detail}”` : '')
  }
}

/** A pipe gets a line of progress for each tenth of the sources, and not for fewer sources than this. */
const minLineStep = 10

/** Shows how many sources were asked: by a bar in a terminal, else in lines. */
function startProgress(output: Terminal['err'], total: number, { words }: Screen): ProgressBar {
  if (output.isTTY) return startBar(output, words.checking, total, words.sourcesUnit)
  const step = Math.max(minLineStep, Math.ceil(total / 10))
  return {
    update(asked) {
      if (asked % step === 0 && asked < total) output.write(`${words.askedOf(asked, total)}\n`)
    },
    stop: () => undefined,
  }
}

/** Sources asked at the same time. Limits per host apply in addition. */
const maxConcurrentSources = 16

async function probeAll(subjects: readonly ProbeTarget[], probing: Probing, progress: ProgressBar | undefined) {
  const findings: Diagnosis[] = []
  const probeOne = async (subject: ProbeTarget) => {
    findings.push(await probe(subject, probing))
    progress?.update(findings.length, '')
  }
  await new PQueue({ concurrency: maxConcurrentSources }).addAll(subjects.map((subject) => () => probeOne(subject)))
  progress?.stop()
  return findings
}

export async function run(words: readonly string[], terminal: Terminal, comparison?: ReplyComparison): Promise<number> {
  const options = parseDoctorFlags(words)
  const screen = createScreen(terminal)
  const { interrupted, out, epochMs, monotonicMs, random } = terminal
  const [startedAt, began] = [epochMs(), monotonicMs()]
  const settings = await readSettings(terminal.env, terminal.readFile)
  // Node reads TZ from process.env directly, so values from `.env` are copied into it.
  terminal.setEnv(settings.fromEnvFile)
  const { log, warnings } = collectWarnings(settings.typos)
  // An error in a background task of one source must not hide the results of the others.
  terminal.onUnhandled(() => warnings.push('unhandled error in a background task of a source'))
  const subjects = await withWarnings(warnings, async () => selectTargets(await loadTargets(settings, log), options))
  const upstream = await createProbeUpstream(settings, comparison, { log, epochMs, random })
  const asleep = await sleepNotes(terminal)
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(options.timeoutMs)])
  const { keywords, names, json, only } = options
  const inChinese = json ? undefined : sayerFor(screen)
  const probing = { upstream, comparison, keywords, showsFields: names.length > 0, signal, epochMs, inChinese }
  const progress = json ? undefined : startProgress(terminal.err, subjects.length, screen)
  const findings = await probeAll(subjects, probing, progress)
  await upstream.close()
  const hide = createRedactor(findSecrets(settings.env))
  const isOn = new Set(subjects.flatMap((one) => (one.isOn ? one.id : [])))
  const report: DoctorReport = {
    version: manifest.version,
    startedAt: new Date(startedAt).toISOString(),
    tookMs: Math.round(monotonicMs() - began),
    way: egressSummary(settings),
    hasFixtures: comparison !== undefined,
    isComplete: findings.every((finding) => finding.state !== 'unasked'),
    counts: countStates(findings),
    sources: findings.map((finding) => redacted(finding, asleep.get(finding.name), hide)),
    warnings: [...new Set(warnings.map(hide))],
    proposedSettings: proposeChannels(findings, (id) => isOn.has(id), settings.config.CHANNELS, epochMs()),
  }
  await (json ? writeJson(out, report, 2) : writeLines(out, formatReport(report, only === 'channels', screen)))
  return interrupted.aborted ? interruptedStatus : exitStatusOf(report)
}

/** A diagnosis with this note, and with secrets removed by `hide`. */
function redacted(diagnosis: Diagnosis, note: string | undefined, hide: (text: string) => string): Diagnosis {
  const { failure, changes, found } = diagnosis
  const notes = note === undefined ? diagnosis.notes : [...diagnosis.notes, note]
  return {
    ...diagnosis,
    failure: failure && { ...failure, detail: hide(failure.detail) },
    notes: notes.map(hide),
    changes: changes.map(hide),
    ...(found && { found: found.map(hide) }),
  }
}
