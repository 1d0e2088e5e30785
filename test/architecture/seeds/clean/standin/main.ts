// Scenery: breaks no rule.
import { createServer } from 'node:http'
import expected from '../fixtures/search/labi/expected.json' with { type: 'json' }

export const server = createServer((_, response) => response.end(String(expected)))
