// What the process provides to the service: log, clocks, randomness, and the web page.
import type { WebPage } from '../http/page/assets.ts'
import type { Logger } from '../observability/log.ts'
import type { LogBuffer } from '../observability/log-buffer.ts'
import type { Clock } from './app-options.ts'

export interface Runtime extends Clock {
  readonly log: Logger
  readonly logBuffer: LogBuffer
  readonly page: WebPage | undefined
  /** A number from 0 up to 1. */
  random(): number
}
