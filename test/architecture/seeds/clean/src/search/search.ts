// Scenery: breaks no rule.
import { decodeHTML } from 'entities'
import type { Request } from '../contract/search.ts'
import { discover } from '../upstream/discover.ts'

export const search = (request: Request, name: string) => [decodeHTML(name), request.kw, discover(name)]
