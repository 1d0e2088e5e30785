// The routes of all rooms, and what each of them is given.
import type { FastifyInstance } from 'fastify'
import { type AdminDoors, adminRoutes } from '../hotlist/admin-routes.ts'
import { type BatchDoors, batchRoutes } from '../hotlist/batch-routes.ts'
import { type DailyHotDoors, dailyHotRoutes } from '../hotlist/dailyhot-routes.ts'
import { newsNowRoutes } from '../hotlist/newsnow-routes.ts'
import { type HotListDoors, hotListRoutes } from '../hotlist/routes.ts'
import { type SecurityDoors, securityRoutes } from '../hotlist/security-routes.ts'
import { type StreamDoors, streamRoutes } from '../hotlist/stream-routes.ts'
import { type AuthDoors, authRoutes } from '../http/auth-routes.ts'
import type { Entrance } from '../http/entrance.ts'
import type { Load } from '../http/load.ts'
import { type McpDoors, mcpRoutes } from '../mcp/routes.ts'
import { type PictureDoors, pictureRoutes } from '../pictures/routes.ts'
import { type CheckDoors, checkRoutes } from '../search/check-routes.ts'
import { type SearchDoors, searchRoutes } from '../search/routes.ts'
import type { Statistics } from '../upstream/statistics.ts'
import { ownAsking } from './mcp-backend.ts'

/** What the routes are made of. */
export interface RouteParts
  extends SearchDoors,
    CheckDoors,
    SecurityDoors,
    HotListDoors,
    StreamDoors,
    BatchDoors,
    DailyHotDoors,
    PictureDoors,
    Omit<McpDoors, 'askingFor'>,
    Omit<AdminDoors, 'bans'>,
    AuthDoors {
  readonly lists: HotListDoors['lists']
  readonly statistics: Statistics
  /** Says when there is too much to do; without it there never is. */
  readonly load?: Pick<Load, 'check'> | undefined
}

/** Adds them to `app`. */
export function addRoutes(app: FastifyInstance, parts: RouteParts, entrance: Entrance): void {
  const { gate, guard } = entrance
  const forced: SearchDoors['forced'] = (request, reply) => {
    guard.checkForced(request, reply)
    parts.load?.check()
  }
  searchRoutes(app, { ...parts, forced, charge: guard.charge, clientOf: guard.clientOf })
  checkRoutes(app, { ...parts, clientOf: guard.clientOf })
  hotListRoutes(app, { ...parts, forced })
  streamRoutes(app, parts, guard)
  batchRoutes(app, { ...parts, forced })
  newsNowRoutes(app, { ...parts, forced })
  dailyHotRoutes(app, { ...parts, forced })
  pictureRoutes(app, parts)
  mcpRoutes(app, {
    ...parts,
    askingFor(request, reply) {
      let isFirst = true
      const own = { ...parts, client: guard.clientOf(request) }
      return ownAsking(own, ({ route, isForced, more = 0 }) => {
        guard.checkWork(request, reply, { route, isFirst })
        isFirst = false
        guard.charge(request, reply, { route, more })
        if (isForced) forced(request, reply)
      })
    },
  })
  adminRoutes(app, parts, gate)
  securityRoutes(app, parts, gate)
  authRoutes(app, parts, entrance)
}
