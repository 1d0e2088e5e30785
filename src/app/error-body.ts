// The body of an error response, in the format of the API that the path belongs to.
import { hotListErrorBody, isHotListPath, isNewsNowPath, newsNowErrorBody } from '../hotlist/error-body.ts'
import { authErrorBody, defaultErrorBody, isAuthPath, type SerializeError } from '../http/errors.ts'
import { isMcpPath, mcpErrorBody } from '../mcp/error-body.ts'

export function createErrorBody(epochMs: () => number): SerializeError {
  return (path, error) => {
    if (isHotListPath(path)) return hotListErrorBody(error, epochMs())
    if (isNewsNowPath(path)) return newsNowErrorBody(error, epochMs())
    if (isMcpPath(path)) return mcpErrorBody(error)
    return isAuthPath(path) ? authErrorBody(error) : defaultErrorBody(error)
  }
}
