// Dispatches `trawl`: runs a command, prints help or the version, and reports errors.
import { TrawlError } from '../../../client/client.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { languageOf } from '../../config/locale.ts'
import type { ReplyComparison } from '../doctor/doctor.ts'
import type { Command } from '../run-in-process.ts'
import { suggestNames } from '../suggest.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { writeLines } from '../terminal/screen.ts'
import { translatorOf } from '../terminal/sentences.ts'
import { errorStatus, interruptedStatus, type Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'
import { check } from './check.ts'
import type { Help } from './command.ts'
import { hot } from './hot.ts'
import { mcp } from './mcp.ts'
import { open } from './open.ts'
import { search } from './search.ts'
import { risers, trends } from './trends.ts'

interface MainCommand {
  readonly help: Help
  readonly run: (...options: [...Parameters<Command>, ReplyComparison?]) => Promise<number>
}

/** Imported only when needed: the doctor loads all sources, the others the schemas of the server. */
const late: ReadonlyMap<string, () => Promise<MainCommand>> = new Map(
  Object.entries({
    doctor: () => import('../doctor/doctor.ts'),
    key: () => import('./key.ts'),
    password: () => import('./password.ts'),
  }),
)

const commands: ReadonlyMap<string, MainCommand> = new Map(
  Object.entries({ search, open, hot, trends, risers, check, mcp }),
)

const help: Help = {
  en: `Trawl ${manifest.version}: searches for network-drive links, and shows hot lists.

  trawl                  start the server; trawl start --help lists its settings
  trawl search WORDS     search for links in channels, plugins and the archive
  trawl open NUMBER      open the best link of a work of the last search
  trawl hot [LISTS]      show hot lists
  trawl trends           show stories that several platforms report
  trawl risers           show the items that gained the most ranks
  trawl check URLS       check whether shares still exist
  trawl doctor [NAMES]   test which sources answer from here
  trawl mcp              serve tools to an AI agent (MCP over standard input and output)
  trawl key NAME         create an API key
  trawl password NAME    create the entry of a user that may log in
  trawl migrate          copy stored data to PostgreSQL
  trawl help COMMAND     show the flags of a command; same as trawl COMMAND --help
  trawl --version        show the version

Commands ask the server at --url or TRAWL_URL, else the one on this machine (PORT, default 8888). If none
runs, they ask the sites directly, with the settings of the service (environment, .env), and store no results.
Details: docs/terminal.md.`,
  zh: `Trawl ${manifest.version}：搜索网盘链接，查看热榜。

  trawl                  启动服务；trawl start --help 列出设置
  trawl search WORDS     在频道、插件和存档里搜索链接
  trawl open NUMBER      打开上次搜索中某部作品最好的链接
  trawl hot [LISTS]      查看热榜
  trawl trends           查看多个平台都在说的事
  trawl risers           查看名次上升最多的内容
  trawl check URLS       检测分享链接是否还有效
  trawl doctor [NAMES]   测试从这里能访问哪些来源
  trawl mcp              给 AI 助手提供工具（MCP，用标准输入输出）
  trawl key NAME         生成 API 密钥
  trawl password NAME    生成一个可以登录的用户
  trawl migrate          把存下的数据复制到 PostgreSQL
  trawl help COMMAND     显示一个命令的选项，同 trawl COMMAND --help
  trawl --version        显示版本

命令使用 --url 或 TRAWL_URL 指定的服务器，没有指定就用本机的（PORT，默认 8888）。本机没有运行时，
按服务的设置（环境变量、.env）直接访问各网站，不保存结果。
详见 docs/terminal.md。`,
}

/** Runs the command; resolves to the exit status. Errors are printed. `comparison` is for the doctor. */
export const runTrawl: MainCommand['run'] = async (words, terminal, comparison) => {
  try {
    return await dispatch(words, terminal, comparison)
  } catch (error) {
    if (terminal.interrupted.aborted) return interruptedStatus
    await writeLines(terminal.err, [translatorOf(terminal.env)(userMessage(error))])
    return errorStatus
  }
}

const dispatch: MainCommand['run'] = async ([first, ...rest], terminal, comparison) => {
  if (first === undefined || first === '--help' || first === '-h') return await printHelp(help, terminal)
  if (first === '--version' || first === '-v' || first === 'version') return await print(manifest.version, terminal)
  const isHelp = first === 'help'
  const name = isHelp ? rest[0] : first
  if (name === undefined || (isHelp && /^(?:help|--help|-h)$/.test(name))) return await printHelp(help, terminal)
  const known = commands.get(name) ?? (await late.get(name)?.())
  if (!known) throw new UsageError(unknownCommandMessage(name))
  const behind = isHelp ? ['--help'] : rest
  if (isHelpRequested(behind)) return await printHelp(known.help, terminal)
  return await known.run(behind, terminal, comparison)
}

/** After `--` every argument is a word, even one that looks like a flag. */
function isHelpRequested(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? words.length : end).some((word) => word === '--help' || word === '-h')
}

function unknownCommandMessage(name: string): string {
  const shown = sanitizeText(name).slice(0, 60)
  const near = suggestNames(name, [...commands.keys(), ...late.keys(), 'help'])
  if (name.startsWith('-')) return `${shown} must come after a command, for example: trawl search WORDS ${shown}`
  return `unknown command ${shown}${near || `; to search for it: trawl search ${shown}`}`
}

async function printHelp(texts: Help, terminal: Terminal): Promise<number> {
  return await print(texts[languageOf(terminal.env)], terminal)
}

async function print(text: string, { out }: Terminal): Promise<number> {
  await writeLines(out, [text])
  return 0
}

/** The message of an error that the user can fix; the stack of a bug. */
function userMessage(error: unknown): string {
  if (error instanceof TrawlError) return serverErrorMessage(error)
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the server did not answer in time'
  const isUserError = error instanceof UsageError || error.name === 'Error'
  return isUserError ? error.message : (error.stack ?? error.message)
}

function serverErrorMessage({ status, message, retryAfterS }: TrawlError): string {
  const reply = sanitizeText(message)
  // The client's advice is meant for programmers.
  if (status === 401)
    return `${reply.split(' (with this client: ', 1)[0]}\nThis server requires an API key or login token: set TRAWL_KEY, or use --key-file FILE`
  if (status === 0)
    return `${reply}\nIs the server running? Use --url for another one, or --alone to ask the sites directly`
  const again = retryAfterS === undefined || /\d s/.test(reply) ? '' : ` (retry in ${retryAfterS} s)`
  return `${reply}${again}`
}
