// The settings of the hot lists.
import { prefix, setting, under } from './config-fields.ts'

const lists = under('Hot lists')

/** By environment variable, in the order of the documentation. */
export const listSettings = {
  ENABLED_SOURCES: lists(setting, {
    otherwise: 'default',
    example: 'default,linuxdo-latest,column:tech',
    meaning: 'enabled hot lists: ids, prefixes of ids (`acfun*`), columns (`column:tech`), `default`, `all` or `none`',
  }),
  DISABLED_SOURCES: lists(setting, {
    otherwise: 'none',
    example: 'pcbeta-windows',
    meaning: 'disabled hot lists, in the same notation',
  }),
  DAILYHOT_PREFIX: lists(prefix('/'), {
    otherwise: '/',
    example: '/dailyhot',
    meaning:
      'path prefix of the routes for DailyHotApi clients, such as `/weibo?limit=10&rss=true`: `/` for none, a path, or `off` to disable them ([how](coming-from.md))',
  }),
  SOURCES_FILE: lists(setting, {
    example: '/etc/trawl/lists.yaml',
    meaning: 'a YAML file with your own hot lists ([how](own-lists.md))',
  }),
}
