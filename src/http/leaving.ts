// Work that stops when the client it is done for has left.
import type { FastifyReply } from 'fastify'
import { RequestError } from './errors.ts'

/**
 * Does `work` with a signal that aborts if the connection closes before the work is done; never after.
 * @throws RequestError 499 (a status nobody receives; it is for the log) if work ended in an `AbortError` after that; else what `work`
 * throws.
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
