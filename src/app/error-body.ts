// The body of an error in the words of the service that was asked.
import { hotListErrorText, isHotListPath, isNewsNowPath, newsNowErrorText } from '../hotlist/error-text.ts'
import { authErrorText, isAuthPath } from '../http/auth-error-text.ts'
import { type ErrorText, plainErrorText } from '../http/errors.ts'
import { isMcpPath, mcpErrorText } from '../mcp/error-text.ts'

/** Makes what gives the text of an error's body; `time` is in epoch milliseconds. */
export function createErrorBody(time: () => number): ErrorText {
  return (path, error) => {
    if (isHotListPath(path)) return hotListErrorText(error, time())
    if (isNewsNowPath(path)) return newsNowErrorText(error, time())
    if (isMcpPath(path)) return mcpErrorText(error)
    return isAuthPath(path) ? authErrorText(error) : plainErrorText(error)
  }
}
