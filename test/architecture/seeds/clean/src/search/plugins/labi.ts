// Scenery: breaks no rule.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Plugin } from '../plugin.ts'

export default { source: { id: [createHash, z, UpstreamError].join() } } satisfies Plugin
