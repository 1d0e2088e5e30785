// Starting Redis for tests: on a port of their own, keeping nothing.
import type { ChildProcess } from 'node:child_process'
import { startServer } from './own-server.ts'

/** Starts one that listens on this port of this machine; `args` are further words for redis-server. */
export function startRedisServer(port: number, args: readonly string[] = []): Promise<ChildProcess> {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...args]
  return startServer({
    command: 'redis-server',
    args: words,
    ready: 'Ready to accept connections',
  })
}
