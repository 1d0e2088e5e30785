// All operations of the API, in documentation order.
import { type Operation, operation } from './operation.ts'
import about from './operations/about.json' with { type: 'json' }
import administration from './operations/administration.json' with { type: 'json' }
import auth from './operations/auth.json' with { type: 'json' }
import batches from './operations/batches.json' with { type: 'json' }
import check from './operations/check.json' with { type: 'json' }
import dailyHot from './operations/dailyhot.json' with { type: 'json' }
import feeds from './operations/feeds.json' with { type: 'json' }
import hotList from './operations/hotlist.json' with { type: 'json' }
import listHistory from './operations/hotlist-history.json' with { type: 'json' }
import mcp from './operations/mcp.json' with { type: 'json' }
import newsNow from './operations/newsnow.json' with { type: 'json' }
import pictures from './operations/pictures.json' with { type: 'json' }
import search from './operations/search.json' with { type: 'json' }
import security from './operations/security.json' with { type: 'json' }
import userSettings from './operations/user-settings.json' with { type: 'json' }
import watches from './operations/watches.json' with { type: 'json' }

const groups = [
  ...[search, check, hotList, listHistory, watches, batches, feeds, newsNow, dailyHot],
  ...[mcp, auth, userSettings, about, pictures, administration, security],
]

/** All operations. @throws ZodError when a file is not as operation.ts describes. */
export const operations: readonly Operation[] = groups.flatMap((group) => operation.array().parse(group))
