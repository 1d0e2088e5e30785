// The Chinese of the sentences that commands print: wrong usage, connections, warnings and the doctor. One row for each English one.
import type { Environment } from '../../config/env.ts'
import { languageOf } from '../../config/locale.ts'
import { type operatorRows, type Translate, translatorTo } from '../../config/operator-words.ts'
import { checkRows } from './check-sentences.ts'

/** As rows of operators. */
export const terminalRows: typeof operatorRows = [
  // Commands and flags.
  [
    'unknown command {command}; to search for it: trawl search {word}',
    '没有命令 {command}；要搜索它：trawl search {word}',
  ],
  ['unknown command {command}', '没有命令 {command}'],
  [
    '{flag} must come after a command, for example: trawl search WORDS {example}',
    '{flag} 要写在命令后面，例如：trawl search WORDS {example}',
  ],
  ['unknown flag {flag}', '没有选项 {flag}'],
  [
    '{flag} needs a value; write a value that begins with a dash as {example}',
    '{flag} 后面要有值；以 - 开头的值写成 {example}',
  ],
  ['{flag} needs a value', '{flag} 后面要有值'],
  ['{flag} needs a keyword', '{flag} 后面要有搜索词'],
  ["Option '{flag}' does not take an argument", '{flag} 后面不能有值'],
  ['{flag} must be one of {words}, not "{value}"', '{flag} 必须是其中一个：{words}，不能是“{value}”'],
  [
    '{flag} must be a whole number from {least} to {most}, not "{value}"',
    '{flag} 必须是 {least} 到 {most} 的整数，不能是“{value}”',
  ],
  [
    '{flag} must be how long ago (30m, 2h, 3d) or a time like "2026-11-21 08:00", not "{value}"',
    '{flag} 必须是多久之前（30m、2h、3d），或 "2026-11-21 08:00" 这样的时间，不能是“{value}”',
  ],
  ['{flag} must not be in the future; {value} is', '{flag} 不能是将来的时间：{value}'],
  ['unknown value "{value}" (allowed: {words})', '没有“{value}”这个值（可以用的有：{words}）'],
  ['unexpected word {word}; this command takes flags only', '多了 {word}；这个命令只有选项'],
  [
    '--alone and --url exclude each other: --alone asks no running server',
    '--alone 和 --url 不能一起用：--alone 不用正在运行的服务器',
  ],
  ['--key and --key-file exclude each other; use one of them', '--key 和 --key-file 只能用一个'],
  ['no search words given; usage: {usage}', '没有搜索词；用法：{usage}'],
  ['--limit and --json exclude each other: the JSON has every link', '--limit 和 --json 不能一起用：JSON 里有所有链接'],
  [
    '--by and --json exclude each other: --res selects the shape of the JSON',
    '--by 和 --json 不能一起用：JSON 的结构用 --res 选',
  ],
  ['--{flag} requires --{other}', '--{flag} 要和 --{other} 一起用'],
  [
    '--list prints no items; it excludes --follow, --refresh, --urls, --limit and --at',
    '--list 不显示榜单内容，不能和 --follow、--refresh、--urls、--limit、--at 一起用',
  ],
  ['{flag} takes no names of lists', '{flag} 后面不写榜单'],
  [
    '--follow and --refresh exclude each other: --follow shows changes as soon as they are known',
    '--follow 和 --refresh 不能一起用：--follow 一有变化就显示',
  ],
  ['--at shows what was; it excludes --follow and --refresh', '--at 显示以前的榜单，不能和 --follow、--refresh 一起用'],
  [
    '--history shows what was; it excludes --at, --follow, --refresh and --list',
    '--history 显示以前的名次，不能和 --at、--follow、--refresh、--list 一起用',
  ],
  [
    '--limit and --follow --json exclude each other: the messages have every item',
    '--limit 和 --follow --json 不能一起用：消息里有所有内容',
  ],
  ['--urls and --json exclude each other: the JSON has every URL', '--urls 和 --json 不能一起用：JSON 里有所有网址'],
  [
    'no list is enabled on this server; trawl hot --list --all prints all lists',
    '服务器上没有开着的榜单；trawl hot --list --all 列出所有榜单',
  ],
  ['{unknown}; trawl hot --list --all prints all lists', '{unknown}；trawl hot --list --all 列出所有榜单'],
  [
    'no URLs given; usage: trawl check https://…, or trawl check - to read a list',
    '没有链接；用法：trawl check https://…，或用 trawl check - 读取多个链接',
  ],
  [
    '--code applies to a single URL; in a list, write each code after its URL',
    '--code 只能用于一个链接；多个链接时，把提取码写在各自的链接后面',
  ],
  [
    'trawl mcp takes no arguments; an agent sends requests over standard input',
    'trawl mcp 后面不写参数；请求由 AI 助手从标准输入发来',
  ],
  [
    'trawl open needs the number of one work of the last search, such as: trawl open 3',
    'trawl open 后面要有上次搜索中一部作品的编号，例如：trawl open 3',
  ],
  [
    'there is no last search ({where}); run trawl search WORDS first',
    '还没有搜索过（{where}）；请先运行 trawl search 搜索词',
  ],
  ['there is no home folder to remember one', '没有主目录，存不下来'],
  ['nothing is saved in {file}', '{file} 里没有内容'],
  [
    'there is no work {number}: the last search ({words}) showed {shown}',
    '没有作品 {number}：上次搜索（{words}）显示了{shown}',
  ],
  ['no works', ' 0 部作品'],
  ['the works 1 to {last}', '作品 1 到 {last}'],
  [
    'work {number} has no link of {cloud}; it has links of {clouds}',
    '作品 {number} 没有 {cloud} 的链接；有 {clouds} 的',
  ],
  ['the browser was not opened ({why})', '没能打开浏览器（{why}）'],
  ['spawn {program} ENOENT', '没有 {program} 这个程序'],
  ['{program} ended with status {status}', '{program} 退出码为 {status}'],
  ['give a NAME of {format}, then at most a RATE', '要有一个 NAME（{format}），后面最多一个 RATE'],
  ['give one NAME of {format}; the password is asked for', '要有一个 NAME（{format}）；密码会另外询问'],
  ['RATE must be {format}', 'RATE 必须是{format}'],
  ['1 to 32 letters, digits, ., _ or -', '1 到 32 个字母、数字、.、_ 或 -'],
  ['1 to 64 letters, digits, ., _, @ or -', '1 到 64 个字母、数字、.、_、@ 或 -'],
  [
    'a rate like 600/min (/s, /min or /h, from 1 to 1000000)',
    '每段时间的次数，例如 600/min（/s、/min 或 /h，1 到 1000000）',
  ],
  [
    'usage: trawl key NAME [RATE], for example trawl key phone 600/min',
    '用法：trawl key NAME [RATE]，例如 trawl key phone 600/min',
  ],
  ['usage: {usage}', '用法：{usage}'],
  ['the passwords do not match', '两次输入的密码不一样'],
  ['nothing was entered', '没有输入'],
  ['a password must have {least} to {most} characters', '密码要有 {least} 到 {most} 个字符'],
  ["ENOENT: no such file or directory, {call} '{file}'", '没有文件 {file}'],
  ["EACCES: permission denied, {call} '{file}'", '没有权限读取 {file}'],
  ['EISDIR: illegal operation on a directory, read', '这是一个目录'],
  ['{file} is empty', '{file} 是空的'],
  // The connection.
  ['the sites themselves, {way}', '直接访问各网站，{way}'],
  [
    'must be the address of a Trawl server, like http://127.0.0.1:8888, not {given}',
    '必须是 Trawl 服务器的地址，例如 http://127.0.0.1:8888，不能是 {given}',
  ],
  ['must not contain a user name or password; pass the key as `key`', '不能有用户名和密码；密钥用 --key-file'],
  ['{where} could not be reached: {why}', '连不上 {where}：{why}'],
  ['connect ECONNREFUSED {address}', '{address} 拒绝连接'],
  ['getaddrinfo {code} {host}', '找不到 {host}'],
  ['connect ETIMEDOUT {address}', '{address} 没有及时回应'],
  ['Connect Timeout Error ({details})', '没有及时连上'],
  ['bad port', '不能用这个端口'],
  ['the answer from {where} was interrupted: {why}', '{where} 的回答中断了：{why}'],
  ['other side closed', '对方关闭了连接'],
  ['terminated', '对方关闭了连接'],
  ['read ECONNRESET', '连接中断'],
  [
    'Is the server running? Use --url for another one, or --alone to ask the sites directly',
    '服务器在运行吗？用 --url 指定另一个，或用 --alone 直接访问各网站',
  ],
  ['the server did not answer in time', '服务器没有及时回应'],
  [
    '{where} answered {status} with a body that is not from Trawl: {body}',
    '{where} 返回 {status}，内容不是 Trawl 的：{body}',
  ],
  [
    '{where} did not answer with JSON; is it a Trawl server? It sent: {body}',
    '{where} 返回的不是 JSON；它是 Trawl 服务器吗？返回的是：{body}',
  ],
  [
    '{where} returned an answer of an unexpected shape ({excerpt}); is it a Trawl server of the same version?',
    '{where} 返回的内容无法解析（{excerpt}）；它是同一版本的 Trawl 服务器吗？',
  ],
  // What a server answers.
  ['authorization: {problem}: {how}', '{problem}'],
  ['is missing', '需要登录或密钥'],
  ['invalid or expired API key or token', '密钥或登录令牌不对，或者过期了'],
  [
    'This server requires an API key or login token: set TRAWL_KEY, or use --key-file FILE',
    '这个服务器要有 API 密钥或登录令牌：设置 TRAWL_KEY，或用 --key-file FILE',
  ],
  ['address: {ip} is not on the allow list of this service', '{ip} 不在这个服务的 IP 白名单里'],
  [
    'rate: at most {count} in {seconds} s for {what}; retry in {wait} s',
    '请求太频繁了：{what} {seconds} 秒内最多 {count} 次；{wait} 秒后可以再试',
  ],
  ['all requests of one client together', '同一个客户端'],
  ['this key', '这个密钥'],
  ['force=1 and refresh=true', '重新读取'],
  ['service: overloaded ({why}); retry in {wait} s', '服务器繁忙（{why}）；{wait} 秒后可以再试'],
  ['the event loop is {late} ms late', '处理落后 {late} 毫秒'],
  ['{asks} asks of sites are running for this client', '这个客户端正在访问 {asks} 个来源'],
  ['{asks} asks of sites are running', '正在访问 {asks} 个来源'],
  ['service: is stopping and takes no new work', '服务器正在停止'],
  ['internal error; see the log under request id {id}', '服务器出错了；在服务日志里查 {id}'],
  ['internal error', '服务器出错了'],
  ['the search failed', '搜索失败了'],
  ['the stream failed', '读取失败了'],
  ['{problem} (retry in {wait} s)', '{problem}（{wait} 秒后可以再试）'],
  ['source: unknown source; {how}', '没有这个榜单'],
  ['source: {list} is off, by {how}; its page is {page}', '榜单 {list} 停用了；网页是 {page}'],
  [
    'history: not kept by this service; it needs HISTORY=on, and DATA_DIR or DATABASE_URL',
    '这个服务器不保存榜单的历史；要设置 HISTORY=on，以及 DATA_DIR 或 DATABASE_URL',
  ],
  ['history: cannot be read at the moment; /readyz says why', '现在读不到榜单的历史；原因见 /readyz'],
  ['is too long: must be one string of {least} to {most} characters', '太长了：必须是 {least} 到 {most} 个字符'],
  ['is blank: must be one string of {least} to {most} characters', '是空的：必须是 {least} 到 {most} 个字符'],
  // Warnings about a search.
  ['unknown plugin {name}', '没有插件 {name}'],
  ['unknown cloud type {name}; allowed are {clouds}', '没有网盘 {name}；可以用的有 {clouds}'],
  ['one of the requested channels is blocked by the operator of this service', '管理员屏蔽了所选的 1 个频道'],
  [
    '{count} of the requested channels are blocked by the operator of this service',
    '管理员屏蔽了所选的 {count} 个频道',
  ],
  ['one of the requested sources is switched off by the administrator for now', '管理员暂时关闭了所选的 1 个来源'],
  [
    '{count} of the requested sources are switched off by the administrator for now',
    '管理员暂时关闭了所选的 {count} 个来源',
  ],
  ['none of the requested plugins is enabled; nothing was searched', '所选的插件都没有启用，没有搜索'],
  ['nothing was searched', '没有可搜的来源'],
  [
    'the archive could not be read in time: links that only it has are missing; repeat the search',
    '没能及时读取存档：缺少只在存档里的链接；请再搜一次',
  ],
  [
    '{some} of {all} sources were last asked before this service started, at {time} or later, and are being asked again; repeat the search for current results',
    '{all} 个来源中 {some} 个的结果来自缓存，正在更新；过几秒再搜一次就是最新的',
  ],
  [
    '{links} links of the sources are omitted: searches are limited to {limits}, and those of a client together to {times} times as many; select fewer sources',
    '结果太多，有 {links} 条链接没有显示；请少选一些来源',
  ],
  [
    'the last {omitted} are omitted: answers are limited to about {count} characters; select fewer sources or cloud types',
    '结果太多，最后 {omitted} 条没有显示；请少选一些来源或网盘类型',
  ],
  ['unhandled error in a background task of a source', '一个来源的后台任务出错了'],
  ...checkRows,
  // The copy to PostgreSQL.
  ['{table}: {some} of {all} rows copied', '{table}：{all} 行中复制了 {some} 行'],
  ['{table}: only {some} rows were copied', '{table}：只复制了 {some} 行'],
  ['set DATABASE_URL, and DATA_DIR to a folder with data', '要设置 DATABASE_URL，并把 DATA_DIR 设为有数据的目录'],
  ['PostgreSQL already has {table}: use an empty database', 'PostgreSQL 里已有 {table}：请用空的数据库'],
  // The doctor.
  ['returns items with every field that the fixture has', '返回了内容，样本里有的字段都有'],
  ['returns a valid answer without items', '返回有效，但没有内容'],
  ['reports that it is closed at this hour', '网站说这个时段关闭'],
  ['did not answer before the time limit of the run or Ctrl+C', '到时间或按 Ctrl+C 时还没有回应'],
  [
    '401, 403, 429 or a challenge page; or requests to its host are paused after one',
    '返回 401、403、429 或要求验证；或因此暂停访问它的主机',
  ],
  [
    'its address is not public and was not requested; UPSTREAM_PRIVATE can allow it',
    '不是公网地址，没有访问；UPSTREAM_PRIVATE 可以允许',
  ],
  ['timeout, no connection, or 5xx', '超时、连不上，或返回 5xx'],
  ['the channel does not exist or has no preview', '频道没有网页预览，或者不存在'],
  [
    'the reply does not match the parser, or lacks a field that the fixture always has',
    '返回的内容无法解析，或缺少样本里总有的字段',
  ],
  ['the run ended before it answered', '还没有回应就结束了'],
  ['a fallback upstream answered; the first failed: {why}', '备用的网站有回应；第一个失败：{why}'],
  ['partial answer: {why}', '只返回了一部分：{why}'],
  [
    'asleep for the service since {since} UTC, next try {next} UTC',
    '在服务里从 {since}（UTC）起休眠，{next}（UTC）再试',
  ],
  ['{host}: {rows} rows', '{host}：{rows} 行'],
  ['  {key} finds nothing in any of {rows} rows', '  {key} 在 {rows} 行里都没有找到'],
  ['  {key} finds {values}; nothing in {empty} of {rows} rows', '  {key} 找到 {values}；{rows} 行中 {empty} 行没有'],
  ['  {key} finds {values}', '  {key} 找到 {values}'],
  ['{key} (of the feed)', '{key}（来自订阅源）'],
  [
    'no source selected: the settings, the names and --only exclude all of them',
    '没有要测的来源：设置、名字和 --only 排除了全部',
  ],
  ['unknown source {name}', '没有来源 {name}'],
  [
    '{unknown}; /docs/sources of a running Trawl lists the hot lists, /api/health the rest',
    '{unknown}；运行中的 Trawl 在 /docs/sources 列出热榜，在 /api/health 列出其他来源',
  ],
  [
    '{field} is missing in all {count} items; every item of the fixture has it',
    '{count} 条里都没有 {field}；样本里每条都有',
  ],
]

export const toChinese: Translate = translatorTo('zh', terminalRows) ?? String

/** Returns what puts a sentence into the language of the terminal. */
export function translatorOf(env: Environment): Translate {
  return languageOf(env) === 'zh' ? toChinese : (text) => text
}
