// The settings of search, link checks, and images in search results.
import { flagOr, setting, under, wholeNumber } from './config-fields.ts'

const search = under('Search')
const pictures = under('Images')

/** By environment variable, in the order of the documentation. */
export const searchSettings = {
  CHANNELS: search(setting, {
    otherwise: '116 listed',
    example: '+somechannel,-another',
    meaning:
      'Telegram channels searched by default: a list, or `+name,-name` to add to the built-in list and remove from it',
  }),
  ENABLED_PLUGINS: search(setting, {
    otherwise: 'all',
    example: 'labi,duoduo',
    meaning: 'plugins searched by default: a list, `all` or `none`; unknown names are ignored with a warning',
  }),
  DISABLED_PLUGINS: search(setting, { otherwise: 'none', example: 'duoduo', meaning: 'plugins to disable' }),
  SOURCES_DIR: search(setting, {
    example: '/etc/trawl/plugins',
    meaning: 'a folder with your own plugins ([how](adding-a-source.md))',
  }),
  DEFAULT_CONC: search(wholeNumber(1, 256, 10), {
    otherwise: '10',
    example: '128',
    meaning:
      'maximum number of concurrent requests of a search without `conc`; the web page and the CLI always send 128',
  }),
  SEARCH_DEADLINE_MS: search(wholeNumber(200, 30_000, 8_000), {
    otherwise: '8000',
    example: '12000',
    meaning: 'deadline of a search, in milliseconds',
  }),
  SEARCH_EARLY_MS: search(wholeNumber(200, 30_000, 4_000), {
    otherwise: '4000',
    example: '2500',
    meaning:
      'time in milliseconds after which a search returns without pending sources if they are expected to add less than 2 % to the results; at or above `SEARCH_DEADLINE_MS`: never',
  }),
  CHECK_DEADLINE_MS: search(wholeNumber(1_000, 60_000, 8_000), {
    otherwise: '8000',
    example: '5000',
    meaning: 'deadline of a request to check links, in milliseconds ([what is checked](checking-links.md))',
  }),
  RECHECK: search(flagOr(true), {
    otherwise: 'true',
    example: 'false',
    meaning: 'whether links that often appear in search results are checked in the background, one at a time',
  }),
  PICTURE_HOSTS: pictures(setting, {
    otherwise: 'those that sources have pictures at',
    example: '+img.example.org,-hdslb.com',
    meaning:
      'hosts, with their subdomains, whose images are proxied for the web page: `+host,-host` to add to the built-in list and remove from it; `none` disables images',
  }),
}
