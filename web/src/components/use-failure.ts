// Why a request failed, in one line.
import { ApiError } from '../api-client.ts'
import { frameMessages } from '../frame-messages.ts'

/** Returns a function that says why a request failed. */
export function useFailure(): (error: unknown) => string {
  const { errors } = frameMessages.use()
  return (error) => {
    if (!(error instanceof ApiError)) return `${errors.serverError} ${String(error)}`
    const { kind, message } = error
    // The parameter is the field beside it.
    if (kind === 'badRequest') return message.replace(/^(?:value|settings|url|channel|proxy): /, '')
    return kind === 'offline' || kind === 'unreachable' ? errors[kind] : `${errors[kind]} ${message}`
  }
}
