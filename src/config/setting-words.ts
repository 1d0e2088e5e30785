// The Chinese of `trawl start --help`: one row for each English sentence or part of one.
import type { operatorRows } from './operator-words.ts'

/** As rows of operators. */
export const settingRows: typeof operatorRows = [
  // The introduction.
  [
    'trawl start runs the server, in a checkout npm start; with --open it opens its page in the browser, --help prints this text, --version the version (npm start -- --help).',
    'trawl start 启动服务，在源码目录里是 npm start；--open 同时在浏览器里打开网页，--help 显示这些说明，--version 显示版本（npm start -- --help）。',
  ],
  [
    'Settings are environment variables, or lines NAME=value in the file .env of the working directory; the environment takes precedence. An empty value means not set, unless stated otherwise. An invalid value stops the start.',
    '设置是环境变量，或当前目录下 .env 文件里的 名字=值；两处都有时以环境变量为准。除非另有说明，空值等于没有设置。值有误时拒绝启动。',
  ],
  [
    'Secrets can be read from files: NAME_FILE=/run/secrets/name for {names}, and for all settings of plugins, link checks and hot lists.',
    '密钥可以从文件读取：{names}，以及插件、链接检测和热榜的所有设置，都可以写成 NAME_FILE=/run/secrets/name。',
  ],
  ['See docs/operations.md for more.', '详见 docs/operations.md。'],
  ['default: {value}', '默认：{value}'],
  ['example: {value}', '例如：{value}'],
  ['{name}=…, as {command} prints it', '{name}=…，用 {command} 生成'],
  ['not set', '没有设置'],
  ['{count} listed', '内置的 {count} 个'],
  ['those that sources have pictures at', '来源的图片所在的主机'],
  ['generated once, stored in DATA_DIR', '自动生成一次，存在 DATA_DIR 里'],
  ['pages of this machine', '本机的网页'],
  // Groups.
  ['Listening', '监听'],
  ['Search', '搜索'],
  ['Images', '图片'],
  ['Hot lists', '热榜'],
  ['Banned content', '屏蔽'],
  ['Watched words', '关注词'],
  ['Upstream requests', '访问网站'],
  ['Storage', '存储'],
  ['Several instances', '多个实例'],
  ['Access', '访问控制'],
  ['Load', '负载'],
  ['Observability', '监控'],
  ['Plugins', '插件'],
  ['Checks of links', '链接检测'],
  ['Hot lists of single sites', '个别热榜'],
  // Settings.
  ['{text}; a whole number from {least} to {most}', '{text}；{least} 到 {most} 的整数'],
  ['port to listen on; 0: any free port', '监听的端口；0 表示任意空闲端口'],
  [
    'address to listen on; 127.0.0.1: this machine only, ::: IPv6 too',
    '监听的地址；127.0.0.1 只给本机用，:: 同时用 IPv6',
  ],
  [
    'path below which a reverse proxy passes requests on, without removing it (how: {docs}); every address of the service then begins with it',
    '反向代理转发请求时保留的路径前缀（见 {docs}）；服务的所有地址都以它开头',
  ],
  [
    'Telegram channels searched by default: a list, or +name,-name to add to the built-in list and remove from it',
    '默认搜索的 Telegram 频道：一串名字，或用 +名字,-名字 在内置的列表上增减',
  ],
  [
    'plugins that searches ask: a list, default (which: /docs/sources), all or none; names of a list are turned on; unknown names are ignored with a warning',
    '搜索用的插件：一串名字、default（有哪些见 /docs/sources）、all 或 none；写了名字的会开启；不认识的名字忽略并警告',
  ],
  ['plugins to disable', '要停用的插件'],
  ['a folder with your own plugins (how: {docs})', '放自己的插件的目录（见 {docs}）'],
  [
    'maximum number of concurrent requests of a search without conc; the web page and the CLI always send 128',
    '没有 conc 的搜索最多同时访问几个来源；网页和命令行总是 128',
  ],
  ['deadline of a search, in milliseconds', '一次搜索最多几毫秒'],
  [
    'time in milliseconds after which a search returns without pending sources if they are expected to add less than 2 % to the results; at or above SEARCH_DEADLINE_MS: never',
    '过了这些毫秒，如果还没答的来源预计只会增加不到 2 % 的结果，就不再等；不小于 SEARCH_DEADLINE_MS 表示一直等',
  ],
  [
    'deadline of a request to check links, in milliseconds (what is checked: {docs})',
    '一次链接检测最多几毫秒（检测什么见 {docs}）',
  ],
  [
    'whether links that often appear in search results are checked in the background, one at a time',
    '是否在后台逐个检测搜索结果里常见的链接',
  ],
  [
    'hosts, with their subdomains, whose images are proxied for the web page: +host,-host to add to the built-in list and remove from it; none disables images',
    '给网页代理哪些主机（含子域名）的图片：用 +主机,-主机 在内置的列表上增减；none 不显示图片',
  ],
  [
    'enabled hot lists: ids, prefixes of ids (acfun*), columns (column:tech), default, all or none',
    '开着的热榜：id、id 的开头（acfun*）、分类（column:tech）、default、all 或 none',
  ],
  ['disabled hot lists, in the same notation', '停用的热榜，写法同上'],
  [
    'path prefix of the routes for DailyHotApi clients, such as /weibo?limit=10&rss=true: / for none, a path, or off to disable them (how: {docs})',
    '给 DailyHotApi 客户端的地址（如 /weibo?limit=10&rss=true）的前缀：/ 表示没有前缀，也可以是路径；off 关闭（见 {docs}）',
  ],
  [
    'a YAML file with your own hot lists (how: {lists}), which are read again when it changes, and search sites (how: {sites})',
    '写有自己的热榜（见 {lists}）和搜索站点（见 {sites}）的 YAML 文件；热榜在文件变化时重新读取',
  ],
  [
    'a file with banned shares, words, channels and hosts, one per line; they are never shown (how: {docs})',
    '写有要屏蔽的分享、词、频道和主机的文件，每行一个；它们不会显示（见 {docs}）',
  ],
  [
    'a YAML file with words to be watched in hot lists, the archive and repeated searches, and with those who are notified (how: {docs}); secrets that it names are settings WATCH_SECRET_…',
    '写有关注词和通知方式的 YAML 文件，关注热榜、存档和定时搜索（见 {docs}）；里面提到的密钥是设置 WATCH_SECRET_…',
  ],
  [
    'proxy for https URLs: http://, https:// or socks5://; lower-case names work too',
    '访问 https 网址的代理：http://、https:// 或 socks5://；变量名小写也可以',
  ],
  ['proxy for http URLs', '访问 http 网址的代理'],
  ['proxy for both, unless the variables above are set', '两者的代理，前面的变量优先'],
  ['hosts to connect to without a proxy', '不用代理的主机'],
  [
    'proxies for upstream sites, for all or per host; takes precedence over the variables above',
    '访问网站的代理，可以统一设，也可以按主机设；优先于前面的变量',
  ],
  [
    'hosts, addresses or ranges that may be requested although they are not public: your own network, or a resolver with fake addresses (Clash, Surge)',
    '不是公网地址也允许访问的主机、地址或网段：自己的网络，或返回虚假地址的 DNS（Clash、Surge）',
  ],
  [
    'send every upstream request to this URL, with the real one in the header x-upstream-url',
    '访问网站的请求都发到这个网址，真正的网址放在请求头 x-upstream-url 里',
  ],
  [
    'folder for data that survives restarts; set but empty (DATA_DIR=): data is kept in memory only',
    '重启后保留的数据放在哪个目录；设为空（DATA_DIR=）则数据只留在内存里',
  ],
  [
    'maximum size of the databases in it together (the archive, if enabled, gets half) without the history of hot lists, in megabytes',
    '其中各数据库一共最多几 MB（存档开启时占一半），不含热榜的历史',
  ],
  [
    'store every link found, and include the stored ones in searches; disabling it keeps the stored links',
    '保存找到的每条链接，搜索时一起返回；关闭后已存的链接还在',
  ],
  [
    'keep the history of hot lists, in DATA_DIR or the database at DATABASE_URL; disabling it keeps what is stored',
    '保存热榜的历史，存在 DATA_DIR 或 DATABASE_URL 的数据库里；关闭后已存的还在',
  ],
  [
    'days for which the history of hot lists is kept (every refresh for a week, one per hour for a quarter, one per day after it)',
    '热榜的历史保存几天（一周内每次刷新，三个月内每小时一次，之后每天一次）',
  ],
  [
    'maximum size of the history of hot lists, beside DISK_MB and DATABASE_MB, in megabytes; the oldest is thinned, then dropped',
    '热榜的历史最多几 MB，不算在 DISK_MB 和 DATABASE_MB 里；最旧的先变稀疏，再删除',
  ],
  [
    'hot lists that are refreshed at their interval for their history, also while nobody looks at them; entries as in ENABLED_SOURCES, default means all enabled ones',
    '没有人看也按间隔刷新、用来积累历史的热榜；写法同 ENABLED_SOURCES，default 表示所有开着的',
  ],
  ['memory for cached upstream answers and responses, in megabytes', '缓存最多用几 MB 内存'],
  [
    'a Redis or Valkey server that makes several instances one service: they share answers, locks, rate limits and request spacing (how: {docs})',
    '让多个实例成为一个服务的 Redis 或 Valkey：共享结果、锁、限速和访问间隔（见 {docs}）',
  ],
  [
    'a PostgreSQL database shared by several instances: archive, latest hot lists, allow list, bans, logins, statistics',
    '多个实例共用的 PostgreSQL 数据库：存档、最新的热榜、IP 白名单、屏蔽、登录、统计',
  ],
  [
    'approximate maximum size of that database, in megabytes; the oldest and dead links are deleted first',
    '这个数据库大约最多几 MB；先删除最旧的和失效的链接',
  ],
  [
    'at least 16 characters; requests that send it as Authorization: Bearer may read metrics, errors and logs from other machines, and change the allow list and the bans',
    '至少 16 个字符；带着 Authorization: Bearer 加上它的请求，可以从其他机器读指标、错误和日志，并修改 IP 白名单和屏蔽',
  ],
  [
    'who may read metrics, errors, logs and the allow list without ADMIN_TOKEN: closed, only programs on this machine; open, everybody, browsers and containers too. Changes still need the token, and client addresses stay anonymised',
    '没有 ADMIN_TOKEN 时谁能读指标、错误、日志和 IP 白名单：closed 只有本机的程序；open 所有人，包括浏览器和容器。修改仍要有它，客户端地址仍是匿名的',
  ],
  [
    'addresses and blocks of your own reverse proxies: only their X-Forwarded-For is trusted. loopback and private stand for the usual ranges; any client with such an address can claim to be any other',
    '自己的反向代理的地址和网段：只相信它们的 X-Forwarded-For。loopback 和 private 表示常用的网段；地址在其中的客户端可以冒充任何人',
  ],
  [
    'API keys, each optionally with its own rate limit; trawl key NAME prints an entry. If any are set, requests need a key',
    'API 密钥，可以各自限速；trawl key 名字 会生成一项。设了就要有密钥才能访问',
  ],
  [
    'requests need an API key also if API_KEYS is empty: for keys that are made on the page or over the API',
    'API_KEYS 为空也要有 API 密钥才能访问：用于在网页上或通过接口生成的密钥',
  ],
  ['requests need a login: POST /api/auth/login, as in PanSou', '要登录才能访问：POST /api/auth/login，和 PanSou 一样'],
  [
    'users that may log in; trawl password NAME prints an entry. name:password in plain text, as in PanSou, works too, with a warning',
    '可以登录的用户；trawl password 名字 会生成一项。像 PanSou 那样写明文的用户名:密码 也可以，会有警告',
  ],
  ['lifetime of a login, in hours', '一次登录有效几小时'],
  [
    'at least 32 characters; signs login tokens; several instances need the same one to accept each other’s',
    '至少 32 个字符；用来签发登录令牌；多个实例要用同一个才能互认',
  ],
  [
    'requests per client: * for all together, a route in the notation of /api/v1/metrics, or force for force=1 and refresh=true. off: no limits. A search counts as one more request for every ten channels that are not in CHANNELS. The value replaces the whole default. Programs on this machine are not limited',
    '每个客户端的限速：* 表示全部请求，也可以是 /api/v1/metrics 里的地址，force 表示 force=1 和 refresh=true。off 不限速。搜索不在 CHANNELS 里的频道，每十个多算一次请求。设了就完全代替默认值。本机的程序不限速',
  ],
  [
    'origins of web pages that may send requests to /mcp; *: all. Programs send no origin and are always allowed (how: {docs})',
    '哪些网页可以访问 /mcp，写它们的源；* 表示全部。程序没有源，总是可以（见 {docs}）',
  ],
  [
    'event-loop lag in ms above which requests that need upstream calls get 503 (cached responses are still served), as they do when too many searches run; 0 disables',
    '处理落后超过几毫秒时，要访问网站的请求返回 503（缓存里有的照常返回），同时进行的搜索太多时也是这样；0 关闭',
  ],
  ['debug, info, warn, error or silent', 'debug、info、warn、error 或 silent'],
  [
    'send OpenTelemetry traces to this URL; the other OTEL_… variables work as standardised',
    '把 OpenTelemetry 追踪发到这个网址；其他 OTEL_… 变量按标准使用',
  ],
  // Settings of plugins, checks of links and hot lists.
  [
    'URL of the site, if it has moved; an address without a name, query or fragment',
    '网站换了地址时用；不能有用户名、查询参数和片段',
  ],
  ['maximum number of times the search is asked for further results', '最多再问几次有没有更多结果'],
  ['{text}; at most {count} plain ASCII characters', '{text}；最多 {count} 个 ASCII 字符'],
  ['value of the User-Agent header', '请求头 User-Agent 的值'],
  ['user agent sent to the site', '发给网站的 User-Agent'],
  ['maximum number of result pages opened per search', '每次搜索最多打开几个结果页'],
  ['maximum number of result list pages requested per search', '每次搜索最多读取几页结果列表'],
  ['items per search', '每次搜索取几条'],
  ['collections to search; a list, separated by commas', '要搜索的合集，用逗号隔开'],
  ['{text}; as a browser sends it with the pages of this cloud', '{text}；和浏览器打开这种网盘的网页时发送的一样'],
  ['x-captcha-token, if the cloud asks for one', 'x-captcha-token，网盘要求时用'],
  ['{header}; without it shares of this cloud are not checked', '{header}；没有它就不检测这种网盘'],
  ['x-device-id that the captcha token was given to', '取得 x-captcha-token 的 x-device-id'],
  ['{header} that the token was given to', '取得 token 的 {header}'],
  ['enables votes', '设了才有票数'],
  ['{text}; cookies as a browser sends them', '{text}；写浏览器发送的 Cookie'],
  ['visitor cookies, if the automatic ones are rejected', '访客 Cookie，自动获取的被拒绝时用'],
  ['browser cookies, if the automatic ones are rejected', '浏览器的 Cookie，自动获取的被拒绝时用'],
  ["cookies of a signed-in user, for the app's API", '已登录用户的 Cookie，用于 App 的接口'],
]
