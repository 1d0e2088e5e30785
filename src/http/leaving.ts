// Aborts work when its client disconnects.
import type { FastifyReply } from 'fastify'
import { RequestError } from './errors.ts'

/**
 * Runs `work` with a signal that aborts if the connection closes before the work is done; never afterwards.
 * @throws RequestError 499 (never received; for the log) if work then ended in an `AbortError`; else what `work` throws.
 */
export async function whileConnected<T>(reply: FastifyReply, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  if (reply.raw.closed) leave()
  reply.raw.once('close', leave)
  try {
    return await work(leaving.signal)
  } catch (error) {
    const stopped = leaving.signal.aborted && error instanceof Error && error.name === 'AbortError'
    throw stopped ? new RequestError(499, 'connection: closed before the answer') : error
  } finally {
    reply.raw.removeListener('close', leave)
  }
}
