// Scenery: app/front.ts may start workers.
import { crew } from '../workers/crew.ts'

export const started = crew
