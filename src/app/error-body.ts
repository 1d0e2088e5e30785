// The body of an error response, in the format of the API that the path belongs to.
import { hotListErrorText, isHotListPath, isNewsNowPath, newsNowErrorText } from '../hotlist/error-text.ts'
import { authErrorText, isAuthPath } from '../http/auth-error-text.ts'
import { type ErrorText, plainErrorText } from '../http/errors.ts'
import { isMcpPath, mcpErrorText } from '../mcp/error-text.ts'

/** Creates the function that renders error bodies; `epochMs` gives epoch milliseconds. */
export function createErrorBody(epochMs: () => number): ErrorText {
  return (path, error) => {
    if (isHotListPath(path)) return hotListErrorText(error, epochMs())
    if (isNewsNowPath(path)) return newsNowErrorText(error, epochMs())
    if (isMcpPath(path)) return mcpErrorText(error)
    return isAuthPath(path) ? authErrorText(error) : plainErrorText(error)
  }
}
