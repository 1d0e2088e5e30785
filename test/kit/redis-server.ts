// Starts Redis for tests on a separate port, without persistence.
import type { ChildProcess } from 'node:child_process'
import { startServer } from './own-server.ts'

/** Starts Redis on this port of this machine; `args` are further arguments of redis-server. */
export function startRedisServer(port: number, args: readonly string[] = []): Promise<ChildProcess> {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...args]
  return startServer({
    command: 'redis-server',
    args: words,
    ready: 'Ready to accept connections',
  })
}
