// The settings of searches, hot lists, watches and upstream requests, in the groups of the documentation.
import { booleanWithDefault, httpUrl, integer, optionalText, pathPrefix } from './fields.ts'

export const search = {
  CHANNELS: optionalText.meta({
    description:
      'Telegram channels searched by default: a list, or `+name,-name` to add to the built-in list and remove from it',
    defaultValue: '126 listed',
    example: '+somechannel,-another',
  }),
  ENABLED_PLUGINS: optionalText.meta({
    description:
      'plugins that searches ask: a list, `default` (which: `/docs/sources`), `all` or `none`; names of a list are turned on; unknown names are ignored with a warning',
    defaultValue: 'default',
    example: 'default,xiaokupan',
  }),
  DISABLED_PLUGINS: optionalText.meta({ description: 'plugins to disable', defaultValue: 'none', example: 'duoduo' }),
  SOURCES_DIR: optionalText.meta({
    description: 'a folder with your own plugins ([how](adding-a-source.md))',
    example: '/etc/trawl/plugins',
  }),
  DEFAULT_CONC: integer(1, 256, 10).meta({
    description:
      'maximum number of concurrent requests of a search without `conc`; the web page and the CLI always send 128',
    example: '128',
  }),
  SEARCH_DEADLINE_MS: integer(200, 30_000, 8_000).meta({
    description: 'deadline of a search, in milliseconds',
    example: '12000',
  }),
  SEARCH_EARLY_MS: integer(200, 30_000, 4_000).meta({
    description:
      'time in milliseconds after which a search returns without pending sources if they are expected to add less than 2 % to the results; at or above `SEARCH_DEADLINE_MS`: never',
    example: '2500',
  }),
  CHECK_DEADLINE_MS: integer(1_000, 60_000, 8_000).meta({
    description: 'deadline of a request to check links, in milliseconds ([what is checked](checking-links.md))',
    example: '5000',
  }),
  RECHECK: booleanWithDefault(true).meta({
    description: 'whether links that often appear in search results are checked in the background, one at a time',
    example: 'false',
  }),
}

export const images = {
  PICTURE_HOSTS: optionalText.meta({
    description:
      'hosts, with their subdomains, whose images are proxied for the web page: `+host,-host` to add to the built-in list and remove from it; `none` disables images',
    defaultValue: 'those that sources have pictures at',
    example: '+img.example.org,-hdslb.com',
  }),
}

export const hotLists = {
  ENABLED_SOURCES: optionalText.meta({
    description:
      'enabled hot lists: ids, prefixes of ids (`acfun*`), columns (`column:tech`), `default`, `all` or `none`',
    defaultValue: 'default',
    example: 'default,linuxdo-latest,column:tech',
  }),
  DISABLED_SOURCES: optionalText.meta({
    description: 'disabled hot lists, in the same notation',
    defaultValue: 'none',
    example: 'pcbeta-windows',
  }),
  DAILYHOT_PREFIX: pathPrefix('/').meta({
    description:
      'path prefix of the routes for DailyHotApi clients, such as `/weibo?limit=10&rss=true`: `/` for none, a path, or `off` to disable them ([how](coming-from.md))',
    example: '/dailyhot',
  }),
  SOURCES_FILE: optionalText.meta({
    description:
      'a YAML file with your own hot lists ([how](own-lists.md)), which are read again when it changes, and search sites ([how](adding-a-source.md#a-site-that-runs-a-known-engine))',
    example: '/etc/trawl/lists.yaml',
  }),
}

export const bannedContent = {
  BANS_FILE: optionalText.meta({
    description:
      'a file with banned shares, words, channels and hosts, one per line; they are never shown ([how](taking-down.md))',
    example: '/etc/trawl/bans.txt',
  }),
}

export const watchedWords = {
  WATCH_FILE: optionalText.meta({
    description:
      'a YAML file with words to be watched in hot lists, the archive and repeated searches, and with those who are notified ([how](watched-words.md)); secrets that it names are settings `WATCH_SECRET_…`',
    example: '/etc/trawl/watches.yaml',
  }),
}

export const upstreamRequests = {
  HTTPS_PROXY: optionalText.meta({
    description: 'proxy for https URLs: `http://`, `https://` or `socks5://`; lower-case names work too',
    example: 'http://127.0.0.1:7890',
  }),
  HTTP_PROXY: optionalText.meta({ description: 'proxy for http URLs', example: 'http://127.0.0.1:7890' }),
  ALL_PROXY: optionalText.meta({
    description: 'proxy for both, unless the variables above are set',
    example: 'socks5://127.0.0.1:1080',
  }),
  NO_PROXY: optionalText.meta({
    description: 'hosts to connect to without a proxy',
    example: 'localhost,.example.org',
  }),
  UPSTREAM_PROXY: optionalText.meta({
    description: 'proxies for upstream sites, for all or per host; takes precedence over the variables above',
    example: 't.me=socks5://127.0.0.1:1080,*.example.org=direct',
  }),
  UPSTREAM_PRIVATE: optionalText.meta({
    description:
      'hosts, addresses or ranges that may be requested although they are not public: your own network, or a resolver with fake addresses (Clash, Surge)',
    example: '198.18.0.0/15',
  }),
  UPSTREAM_GATEWAY: httpUrl.meta({
    description: 'send every upstream request to this URL, with the real one in the header `x-upstream-url`',
    example: 'http://127.0.0.1:8899',
  }),
}
