// The settings of the hot lists.
import { inGroup, optionalText, pathPrefix } from './fields.ts'

const hotLists = inGroup('Hot lists')

/** By environment variable, in the order of the documentation. */
export const hotListSettings = {
  ENABLED_SOURCES: hotLists(optionalText, {
    defaultValue: 'default',
    example: 'default,linuxdo-latest,column:tech',
    description:
      'enabled hot lists: ids, prefixes of ids (`acfun*`), columns (`column:tech`), `default`, `all` or `none`',
  }),
  DISABLED_SOURCES: hotLists(optionalText, {
    defaultValue: 'none',
    example: 'pcbeta-windows',
    description: 'disabled hot lists, in the same notation',
  }),
  DAILYHOT_PREFIX: hotLists(pathPrefix('/'), {
    defaultValue: '/',
    example: '/dailyhot',
    description:
      'path prefix of the routes for DailyHotApi clients, such as `/weibo?limit=10&rss=true`: `/` for none, a path, or `off` to disable them ([how](coming-from.md))',
  }),
  SOURCES_FILE: hotLists(optionalText, {
    example: '/etc/trawl/lists.yaml',
    description: 'a YAML file with your own hot lists ([how](own-lists.md))',
  }),
}
