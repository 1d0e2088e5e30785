// Sites that block programs with an unusual HTTP status.
import { UpstreamError } from '../../upstream/errors.ts'

/** For `catch`: rethrows the error, as `blocked` with `message` when the reply had this status. */
export function treatAsBlocked(status: number, message = `answered ${status}, which means that programs are blocked`) {
  return (error: unknown): never => {
    if (!(error instanceof UpstreamError) || error.status !== status) throw error
    throw new UpstreamError('blocked', message, { status, cause: error })
  }
}
