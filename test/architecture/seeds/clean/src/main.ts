// Scenery: breaks no rule.
import { readFileSync } from 'node:fs'
import { createApp } from './app/create-app.ts'
import { createStore } from './store/memory.ts'

export const app = createApp(createStore(readFileSync('seed', 'utf8'), Date.now))
