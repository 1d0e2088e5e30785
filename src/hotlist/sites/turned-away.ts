// Sites that turn programs away by a status which elsewhere would be a fault of ours.
import { UpstreamError } from '../../upstream/errors.ts'

/** For `catch`: throws what it is given, as `blocked` when it is a reply with that status; `message` says so. */
export function turnedAwayBy(status: number, message = `answered ${status}, as it does to programs`) {
  return (error: unknown): never => {
    if (!(error instanceof UpstreamError) || error.status !== status) throw error
    throw new UpstreamError('blocked', message, { status, cause: error })
  }
}
