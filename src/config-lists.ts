// The settings of the hot lists.
import { prefix, setting, under } from './config-fields.ts'

const lists = under('Hot lists')

/** By their names in the environment, in the order in which people read of them. */
export const listSettings = {
  ENABLED_SOURCES: lists(setting, {
    otherwise: 'default',
    example: 'default,linuxdo-latest,column:tech',
    meaning:
      'the hot lists that are on: ids, beginnings of ids (`acfun*`), columns (`column:tech`), `default`, `all` or `none`',
  }),
  DISABLED_SOURCES: lists(setting, {
    otherwise: 'none',
    example: 'pcbeta-windows',
    meaning: 'hot lists that are off, in the same words',
  }),
  DAILYHOT_PREFIX: lists(prefix('/'), {
    otherwise: '/',
    example: '/dailyhot',
    meaning:
      'where clients of DailyHotApi find the lists, `/weibo?limit=10&rss=true`: `/` for the address alone, a path for below it, `off` for nowhere ([how](coming-from.md))',
  }),
  SOURCES_FILE: lists(setting, {
    example: '/etc/trawl/lists.yaml',
    meaning: 'a YAML file with hot lists of your own ([how](own-lists.md))',
  }),
}
