// The body of an error in the words of the service that was asked.
import { hotListErrorText, isHotListPath } from './hotlist/error-text.ts'
import { authErrorText, isAuthPath } from './http/auth-error-text.ts'
import { type ErrorText, plainErrorText } from './http/errors.ts'

/** Makes what gives the text of an error's body; `time` is in epoch milliseconds. */
export function createErrorText(time: () => number): ErrorText {
  return (path, error) => {
    if (isHotListPath(path)) return hotListErrorText(error, time())
    return isAuthPath(path) ? authErrorText(error) : plainErrorText(error)
  }
}
