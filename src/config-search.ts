// The settings of the search, of the checks of links, and of the pictures of what is found.
import { flagOr, setting, under, wholeNumber } from './config-fields.ts'

const search = under('Search')
const pictures = under('Pictures')

/** By their names in the environment, in the order in which people read of them. */
export const searchSettings = {
  CHANNELS: search(setting, {
    otherwise: '116 listed',
    example: '+somechannel,-another',
    meaning: 'the Telegram channels searched by default: a list, or `+name,-name` to add to the list and take from it',
  }),
  ENABLED_PLUGINS: search(setting, {
    otherwise: 'all',
    example: 'labi,duoduo',
    meaning:
      'the plugins searched by default: a list, `all` or `none`; those that are not here are left out, with a warning',
  }),
  DISABLED_PLUGINS: search(setting, { otherwise: 'none', example: 'duoduo', meaning: 'plugins left out of these' }),
  SOURCES_DIR: search(setting, {
    example: '/etc/trawl/plugins',
    meaning: 'a folder with plugins of your own ([how](adding-a-source.md))',
  }),
  DEFAULT_CONC: search(wholeNumber(1, 256, 10), {
    otherwise: '10',
    example: '128',
    meaning:
      'how many requests a search may have in flight at once when it does not say so itself (`conc`); the page and the terminal always ask for 128',
  }),
  SEARCH_DEADLINE_MS: search(wholeNumber(200, 30_000, 8_000), {
    otherwise: '8000',
    example: '12000',
    meaning: 'how long a search waits for its sources, in milliseconds',
  }),
  SEARCH_EARLY_MS: search(wholeNumber(200, 30_000, 4_000), {
    otherwise: '4000',
    example: '2500',
    meaning:
      'from then on a search answers without what is pending, if that is expected to bring less than 2 % more; as long as the deadline or longer: never',
  }),
  CHECK_DEADLINE_MS: search(wholeNumber(1_000, 60_000, 8_000), {
    otherwise: '8000',
    example: '5000',
    meaning:
      'how long a request to check links waits for the clouds, in milliseconds ([what is checked](checking-links.md))',
  }),
  RECHECK: search(flagOr(true), {
    otherwise: 'true',
    example: 'false',
    meaning: 'whether links that searches show often are checked behind the scenes, one at a time',
  }),
  PICTURE_HOSTS: pictures(setting, {
    otherwise: 'those that sources have pictures at',
    example: '+img.example.org,-hdslb.com',
    meaning:
      'from which hosts, with all below them, the page may have pictures fetched: `+host,-host` to add to the list and take from it; `none`: no pictures',
  }),
}
