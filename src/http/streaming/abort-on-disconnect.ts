// Aborts work when its client disconnects.
import type { FastifyReply } from 'fastify'
import { RequestError } from '../errors.ts'

/** A signal that aborts when the connection of the response closes. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnect = new AbortController()
  const onDisconnect = () => disconnect.abort()
  if (raw.closed) onDisconnect()
  raw.once('close', onDisconnect)
  return disconnect.signal
}

/** @throws RequestError 499 (never received; for the log) if `work` ended in an `AbortError` after `signal` aborted; else what `work` throws. */
export async function endedByDisconnect<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isAborted = signal.aborted && error instanceof Error && error.name === 'AbortError'
    throw isAborted ? new RequestError(499, 'connection: closed before the answer') : error
  }
}

/** Runs `work` with a signal that aborts if the connection closes before the work is done; never afterwards. Throws like `endedByDisconnect`. */
export async function abortOnDisconnect<T>(reply: FastifyReply, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const disconnect = new AbortController()
  const onDisconnect = () => disconnect.abort()
  if (reply.raw.closed) onDisconnect()
  reply.raw.once('close', onDisconnect)
  try {
    return await endedByDisconnect(work(disconnect.signal), disconnect.signal)
  } finally {
    reply.raw.removeListener('close', onDisconnect)
  }
}
