// All operations of the API, in documentation order.
import type { NamedSchema, Operation } from './operation.ts'
import { aboutNames, aboutOperations } from './operations/about.ts'
import { administrationOperations } from './operations/administration.ts'
import { administrationNames } from './operations/administration-field-docs.ts'
import { authNames, authOperations } from './operations/auth.ts'
import { batchOperations } from './operations/batches.ts'
import { checkNames, checkOperations } from './operations/check.ts'
import { dailyHotNames, dailyHotOperations } from './operations/dailyhot.ts'
import { errorNames } from './operations/errors.ts'
import { hotListOperations } from './operations/hotlist.ts'
import { hotListNames } from './operations/hotlist-field-docs.ts'
import { mcpNames, mcpOperations } from './operations/mcp.ts'
import { newsNowNames, newsNowOperations } from './operations/newsnow.ts'
import { pictureOperations } from './operations/pictures.ts'
import { searchOperations } from './operations/search.ts'
import { searchNames } from './operations/search-field-docs.ts'
import { securityNames, securityOperations } from './operations/security.ts'

/** All operations. */
export const operations: readonly Operation[] = [
  ...searchOperations,
  ...checkOperations,
  ...hotListOperations,
  ...batchOperations,
  ...newsNowOperations,
  ...dailyHotOperations,
  ...mcpOperations,
  ...authOperations,
  ...aboutOperations,
  ...pictureOperations,
  ...administrationOperations,
  ...securityOperations,
]

/** All named schemas, of requests and responses. */
export const names: readonly NamedSchema[] = [
  ...searchNames,
  ...checkNames,
  ...hotListNames,
  ...newsNowNames,
  ...dailyHotNames,
  ...mcpNames,
  ...authNames,
  ...aboutNames,
  ...administrationNames,
  ...securityNames,
  ...errorNames,
]
