// Scenery: app/front.ts may start workers.
import { crew } from '../workers/worker-pool.ts'

export const started = crew
