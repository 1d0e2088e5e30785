// The Chinese of what operators read at the start, in the log, and when the process ends: one row for each English sentence or part of one.
import type { Language } from './locale.ts'

/** `{name}` stands for any text, which is translated too. Of several rows that fit the first counts. */
export const operatorRows: readonly (readonly [english: string, chinese: string])[] = [
  // The start.
  [
    'Trawl {version} listens on {address}, and for other devices on {urls}; open it, or try {path}',
    'Trawl {version} 已启动：本机打开 {address}，其他设备打开 {urls}；也可以试试 {path}',
  ],
  [
    'Trawl {version} listens on {address} and on every other address of this machine; open it, or try {path}',
    'Trawl {version} 已启动：打开 {address}，本机的其他地址也可以；也可以试试 {path}',
  ],
  [
    'Trawl {version} listens on {address}; open it, or try {path}',
    'Trawl {version} 已启动：打开 {address}，也可以试试 {path}',
  ],
  [
    'it searches {channels} Telegram channels and {plugins} plugins and has {lists} hot lists on, {egress}',
    '搜索 {channels} 个 Telegram 频道和 {plugins} 个插件，开着 {lists} 个热榜；{egress}',
  ],
  ['directly', '访问外网不走代理'],
  ['through the configured proxies', '访问外网走设置的代理'],
  ['all through the gateway {gateway}', '访问外网全部经过网关 {gateway}'],
  [
    'anyone who can reach it over the network may search; make it private on the page (Settings) or with API_KEYS or AUTH_ENABLED, or restrict it to this machine with HOST=127.0.0.1 (in Docker: PUBLISH)',
    '能连到这里的人都可以搜索；不想这样，就在网页的“设置”里设为私有，或者设置 API_KEYS 或 AUTH_ENABLED；只给本机用则设 HOST=127.0.0.1（Docker 用 PUBLISH）',
  ],
  [
    'to become the owner of this service, press Log in on the page and enter the code {code}; it counts once, until the next start',
    '要成为这个服务的管理员，在网页上点“登录”，输入验证码 {code}；只能用一次，下次启动后换新的',
  ],
  [
    'to replace a forgotten password of the owner, press Log in on the page and enter the code {code}; it counts once, until the next start',
    '管理员忘了密码，就在网页上点“登录”，输入验证码 {code} 重设；只能用一次，下次启动后换新的',
  ],
  ['the browser was not opened ({why}); open {address}', '没能打开浏览器（{why}）；请自己打开 {address}'],
  [
    'the web page is not built, so only the API is served; npm run build builds it',
    '网页还没有构建，只提供接口；运行 npm run build 来构建',
  ],
  [
    '{name}: unknown argument; use --open, --help or --version. Settings are environment variables',
    '{name}：没有这个参数；可以用 --open、--help 或 --version。设置是环境变量',
  ],
  ['an argument', '参数'],
  // Listening.
  [
    'Port {port} is taken by {owner}. Stop it, or set PORT to a free port, for example PORT={other}',
    '端口 {port} 被{owner}占用。停掉它，或者把 PORT 设为空闲的端口，例如 PORT={other}',
  ],
  ['another program', '另一个程序'],
  ['{program} (process {pid} in {folder})', ' {program}（进程 {pid}，目录 {folder}）'],
  ['{program} (process {pid})', ' {program}（进程 {pid}）'],
  [
    'This user may not listen on port {port}. Set PORT to a port above 1023, for example PORT=8888; for ports 80 and 443 use a reverse proxy (docs/deploying.md)',
    '当前用户不能用 {port} 端口。把 PORT 设为大于 1023 的端口，例如 PORT=8888；要用 80 或 443，请放在反向代理后面（docs/deploying.md）',
  ],
  [
    '{error}: HOST must be an address of this machine, or 0.0.0.0 or :: for all of them',
    '{error}：HOST 必须是本机的地址，0.0.0.0 或 :: 表示全部',
  ],
  [
    '{error}: HOST does not resolve to an address; it must be one of this machine, or 0.0.0.0 or :: for all of them',
    '{error}：HOST 不是能解析的地址；必须是本机的地址，0.0.0.0 或 :: 表示全部',
  ],
  // Settings.
  ['must be a whole number from {least} to {most}', '必须是 {least} 到 {most} 的整数'],
  ['must be true or false, on or off', '必须是 true 或 false，也可以写 on 或 off'],
  ['must be one of {words}', '必须是其中一个：{words}'],
  ['must be an address like {example}', '必须是 {example} 这样的地址'],
  ['must be a path like /trawl', '必须是 /trawl 这样的路径'],
  [
    'must be /, a path like /dailyhot that is not below /api, or off',
    '必须是 /、/dailyhot 这样不在 /api 下的路径，或者 off',
  ],
  ['must be at least {count} characters of ASCII without blanks', '至少要 {count} 个 ASCII 字符，不能有空格'],
  [
    'a proxy must look like http://host:port, https://host:port or socks5://host:port',
    '代理要写成 http://主机:端口、https://主机:端口 或 socks5://主机:端口',
  ],
  ['is set directly and by {variable}; remove one of them', '既直接设置了，又由 {variable} 设置；去掉其中一个'],
  ['cannot be read ({why})', '读不了（{why}）'],
  ['is empty', '是空的'],
  ['must be saved as UTF-8', '必须存成 UTF-8'],
  [
    '{entry}; an entry is an id, an id prefix (acfun*), column:tech, default, all or none; /docs/sources and GET /api/v1/sources?includeDisabled=1 list the ids',
    '{entry}；可以写榜单的 id、id 的开头（acfun*）、column:tech、default、all 或 none；/docs/sources 和 GET /api/v1/sources?includeDisabled=1 列出所有 id',
  ],
  ['{entry}; did you mean {near}?', '{entry}；是不是 {near}？'],
  ['{entry}; {prefix}* selects all lists of that family', '{entry}；{prefix}* 表示这一家的所有榜单'],
  ['unknown list {list}', '没有榜单 {list}'],
  [
    'unknown plugin {plugin}; did you mean {near}? allowed are {names}',
    '没有插件 {plugin}；是不是 {near}？可以用的有 {names}',
  ],
  ['unknown plugin {plugin}; allowed are {names}', '没有插件 {plugin}；可以用的有 {names}'],
  ['unknown setting', '没有这个设置'],
  ['{name} is not in the list, so it cannot be removed', '{name} 不在列表里，不能去掉'],
  ['must be a list of names, or only +name and -name, not both', '要么写一串名字，要么只写 +名字 和 -名字，不能混用'],
  ['"{name}" is not a channel; allowed are {spellings}', '“{name}”不是频道；可以写 {spellings}'],
  [
    '{spellings}, with 4 to 32 letters, digits or _ and a letter first',
    '{spellings}，名字有 4 到 32 个字母、数字或 _，以字母开头',
  ],
  ['name, @name, t.me/name or https://t.me/s/name', '名字、@名字、t.me/名字 或 https://t.me/s/名字'],
  [
    'must have + before all names, which adds them to the listed channels, or before none',
    '要么所有名字前面都有 +（加到默认频道里），要么都没有',
  ],
  ['has no effect without {setting}', '没有 {setting} 就不起作用'],
  ['{file}: the line with {name} has no =, so it has no effect', '{file}：{name} 那一行没有 =，不起作用'],
  [
    'names no user, so nobody could log in; trawl password NAME creates an entry',
    '没有用户，谁也登录不了；trawl password 名字 会生成一项',
  ],
  // The way out.
  [
    't.me cannot be reached ({reason}). The service keeps running; searches list the sources that failed. {advice}',
    '连不上 t.me（{reason}）。服务照常运行，搜索结果会列出失败的来源。{advice}',
  ],
  [
    't.me blocks us ({reason}). The service keeps running; searches list the sources that failed. {advice}',
    't.me 拒绝了请求（{reason}）。服务照常运行，搜索结果会列出失败的来源。{advice}',
  ],
  ['Check the gateway in UPSTREAM_GATEWAY.', '检查 UPSTREAM_GATEWAY 里的网关。'],
  [
    'Check that this proxy runs, and its address on the page (Settings) or in UPSTREAM_PROXY, HTTPS_PROXY or ALL_PROXY.',
    '看看代理是否在运行，网页“设置”里或 UPSTREAM_PROXY、HTTPS_PROXY、ALL_PROXY 里的地址对不对。',
  ],
  [
    'No proxy is used: behind a firewall, set one on the page (Settings), or HTTPS_PROXY, UPSTREAM_PROXY or UPSTREAM_GATEWAY; in a checkout, `npm run demo` shows what Trawl does without a network.',
    '现在没有用代理：网络受限时，在网页的“设置”里填一个，或者设置 HTTPS_PROXY、UPSTREAM_PROXY 或 UPSTREAM_GATEWAY；在源码目录里，npm run demo 不用网络就能看看 Trawl 是什么样。',
  ],
  ['network: {detail}', '网络：{detail}'],
  ['timeout: {detail}', '超时：{detail}'],
  ['blocked: {detail}', '被拒绝：{detail}'],
  [
    '{problem}; inside a container this is the container itself: use {use} and allow LAN in the proxy',
    '{problem}；在容器里，这个地址是容器自己：改用 {use}，并在代理里打开“允许局域网连接”',
  ],
  ['the proxy {proxy} refused the connection', '代理 {proxy} 拒绝连接'],
  ['the proxy {proxy} was not reached: {why}', '连不上代理 {proxy}：{why}'],
  ['the proxy {proxy} was not found: {why}', '找不到代理 {proxy}：{why}'],
  [
    'the proxy {proxy} wants a login: put name:password@ into its address, or correct it',
    '代理 {proxy} 要求登录：在地址里加上 用户名:密码@，或者改正它',
  ],
  [
    'the proxy {proxy} does not answer as a proxy of this kind; is it an http:// or a socks5:// one?',
    '代理 {proxy} 的回应不像这种代理；它是 http:// 的还是 socks5:// 的？',
  ],
  [
    'the proxy {proxy} was reached, but not {host} through it: {why}',
    '代理 {proxy} 连上了，但通过它连不上 {host}：{why}',
  ],
  ['the proxy answered {status}', '代理回应 {status}'],
  ['{problem} (through {proxy})', '{problem}（经过{proxy}）'],
  ['the proxy {proxy}', '代理 {proxy}'],
  // The storage.
  ['{problem}. Until then, new data is kept in memory only', '{problem}。在此之前，新数据只留在内存里'],
  ['{problem}; until it recovers, new data is kept in memory only', '{problem}；恢复之前，新数据只留在内存里'],
  ['{place} stores new data again', '{place} 又能存新数据了'],
  [
    'DATA_DIR ({folder}): {user} may not {act}. Run: {remedy}; or set DATA_DIR to a folder of this user',
    'DATA_DIR（{folder}）：{user}不能{act}。请运行：{remedy}；或者把 DATA_DIR 设为这个用户的目录',
  ],
  ['the user {name} (uid {uid})', '用户 {name}（uid {uid}）'],
  ['the user with uid {uid}', 'uid 为 {uid} 的用户'],
  ['the user {name}', '用户 {name} '],
  ['enter {folder}', '进入 {folder}'],
  ['create it', '创建它'],
  ['read it', '读取它'],
  ['read {files} in it', '读取里面的 {files}'],
  ['write to it', '写入它'],
  ['write to {file} in it', '写入里面的 {file}'],
  [
    'DATA_DIR ({folder}): no folder can be created there; set DATA_DIR to a folder on a disk',
    'DATA_DIR（{folder}）：那里不能创建目录；把 DATA_DIR 设为磁盘上的目录',
  ],
  [
    'DATA_DIR ({folder}) may be written to by every user of this machine, who could change what is kept: {remedy}',
    '这台机器的所有用户都能写 DATA_DIR（{folder}），可能改动里面的数据：{remedy}',
  ],
  [
    'the disk of DATA_DIR is full: free space on it, or set a smaller DISK_MB',
    'DATA_DIR 所在的磁盘满了：腾出空间，或者把 DISK_MB 设小一些',
  ],
  [
    'DATA_DIR is not writable ({why}): allow this process to write to the folder and to {file}',
    'DATA_DIR 不能写（{why}）：让这个进程能写这个目录和 {file}',
  ],
  [
    'another Trawl process uses this DATA_DIR (since {since}): stop it, or use another folder',
    '另一个 Trawl 进程正在用这个 DATA_DIR（从 {since} 起）：停掉它，或者换一个目录',
  ],
  [
    '{file} in DATA_DIR is locked by another process: stop that process',
    'DATA_DIR 里的 {file} 被另一个进程锁住了：停掉那个进程',
  ],
  [
    '{file} in DATA_DIR was corrupt; it was renamed to {other} and a new one was created',
    'DATA_DIR 里的 {file} 损坏了；已改名为 {other}，并新建了一个',
  ],
  ['{file} in DATA_DIR is corrupt', 'DATA_DIR 里的 {file} 损坏了'],
  [
    'reading or writing {file} in DATA_DIR fails ({why}): check its disk',
    '读写 DATA_DIR 里的 {file} 失败（{why}）：检查磁盘',
  ],
  [
    'trawl.db in DATA_DIR is from a newer version of Trawl: its schema version is {found}, this version supports up to {known}. Start the newer version, or move trawl.db out of DATA_DIR to start with an empty one',
    'DATA_DIR 里的 trawl.db 来自更新的 Trawl：它的格式版本是 {found}，这个版本最多支持 {known}。请启动更新的版本，或者把 trawl.db 移出 DATA_DIR，从空的开始',
  ],
  ['PostgreSQL cannot be reached: check DATABASE_URL', '连不上 PostgreSQL：检查 DATABASE_URL'],
  ['PostgreSQL does not answer: check DATABASE_URL', 'PostgreSQL 没有回应：检查 DATABASE_URL'],
  [
    'PostgreSQL rejects the login: check the user and password in DATABASE_URL',
    'PostgreSQL 拒绝登录：检查 DATABASE_URL 里的用户名和密码',
  ],
  [
    'the allow list, bans and API keys cannot be read yet ({why}); the start waits for them',
    '还读不到 IP 白名单、屏蔽内容和 API 密钥（{why}）；启动在等它们',
  ],
  [
    'the allow list, bans and API keys cannot be read, and Trawl does not start without them: {why}',
    '读不到 IP 白名单、屏蔽内容和 API 密钥，没有它们 Trawl 不会启动：{why}',
  ],
]

export type Translate = (text: string) => string

type Rows = typeof operatorRows

/** Literals of the English sentence, with the names of what stands between them. */
function patternsOf(rows: Rows) {
  return rows.map(([english, chinese]) => {
    const parts = english.split(/\{(\w+)\}/)
    const [literals, names] = [0, 1].map((first) => parts.filter((_, at) => at % 2 === first))
    return { literals: literals ?? [], names: names ?? [], chinese }
  })
}

const operatorPatterns = patternsOf(operatorRows)

/**
 * Returns what puts the sentences of a text, one a line, into a language; undefined if they are in it. What has no row stays as it is. `further`
 * rows count after those of operators.
 */
export function translatorTo(language: Language, further: Rows = []): Translate | undefined {
  if (language === 'en') return undefined
  const patterns = [...operatorPatterns, ...patternsOf(further)]
  return (text) =>
    text
      .split('\n')
      .map((line) => toChinese(line, patterns))
      .join('\n')
}

function toChinese(text: string, patterns: ReturnType<typeof patternsOf>): string {
  for (const { literals, names, chinese } of patterns) {
    const values = valuesIn(text, literals)
    if (!values) continue
    return names.reduce(
      (sentence, name, at) => sentence.replace(`{${name}}`, () => toChinese(values[at] ?? '', patterns)),
      chinese,
    )
  }
  // A setting, a flag or a parameter, and what is wrong with it.
  const [, name, problem] = /^([A-Z][A-Z0-9_]+|--[a-z-]+|[a-z_]+): (.+)$/.exec(text) ?? []
  if (name === undefined || problem === undefined) return text
  const translated = toChinese(problem, patterns)
  return translated === problem ? text : `${name}：${translated}`
}

/** What stands between the literals, in linear time: texts of the log may be long. Undefined if they do not make up the text. */
function valuesIn(text: string, literals: readonly string[]): readonly string[] | undefined {
  const [first = '', ...others] = literals
  const last = others.at(-1)
  if (last === undefined) return text === first ? [] : undefined
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let from = first.length
  for (const [at, literal] of others.entries()) {
    const to = at === others.length - 1 ? text.length - literal.length : text.indexOf(literal, from)
    // Nothing would be no value.
    if (to <= from) return undefined
    values.push(text.slice(from, to))
    from = to + literal.length
  }
  return values
}
