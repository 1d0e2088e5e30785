// The settings of search, link checks, and images in search results.
import { booleanWithDefault, inGroup, integer, optionalText } from './fields.ts'

const search = inGroup('Search')
const images = inGroup('Images')

/** By environment variable, in the order of the documentation. */
export const searchSettings = {
  CHANNELS: search(optionalText, {
    defaultValue: '116 listed',
    example: '+somechannel,-another',
    description:
      'Telegram channels searched by default: a list, or `+name,-name` to add to the built-in list and remove from it',
  }),
  ENABLED_PLUGINS: search(optionalText, {
    defaultValue: 'all',
    example: 'labi,duoduo',
    description: 'plugins searched by default: a list, `all` or `none`; unknown names are ignored with a warning',
  }),
  DISABLED_PLUGINS: search(optionalText, {
    defaultValue: 'none',
    example: 'duoduo',
    description: 'plugins to disable',
  }),
  SOURCES_DIR: search(optionalText, {
    example: '/etc/trawl/plugins',
    description: 'a folder with your own plugins ([how](adding-a-source.md))',
  }),
  DEFAULT_CONC: search(integer(1, 256, 10), {
    defaultValue: '10',
    example: '128',
    description:
      'maximum number of concurrent requests of a search without `conc`; the web page and the CLI always send 128',
  }),
  SEARCH_DEADLINE_MS: search(integer(200, 30_000, 8_000), {
    defaultValue: '8000',
    example: '12000',
    description: 'deadline of a search, in milliseconds',
  }),
  SEARCH_EARLY_MS: search(integer(200, 30_000, 4_000), {
    defaultValue: '4000',
    example: '2500',
    description:
      'time in milliseconds after which a search returns without pending sources if they are expected to add less than 2 % to the results; at or above `SEARCH_DEADLINE_MS`: never',
  }),
  CHECK_DEADLINE_MS: search(integer(1_000, 60_000, 8_000), {
    defaultValue: '8000',
    example: '5000',
    description: 'deadline of a request to check links, in milliseconds ([what is checked](checking-links.md))',
  }),
  RECHECK: search(booleanWithDefault(true), {
    defaultValue: 'true',
    example: 'false',
    description: 'whether links that often appear in search results are checked in the background, one at a time',
  }),
  PICTURE_HOSTS: images(optionalText, {
    defaultValue: 'those that sources have pictures at',
    example: '+img.example.org,-hdslb.com',
    description:
      'hosts, with their subdomains, whose images are proxied for the web page: `+host,-host` to add to the built-in list and remove from it; `none` disables images',
  }),
}
