// What the start says of who may ask.
import { expect, it } from 'vitest'
import { readConfig } from '../config/schema.ts'
import { openAccessNotice } from './startup-log.ts'

it.each([
  ['nothing is set', {}, true],
  ['it listens on an address of its network', { HOST: '192.168.1.5' }, true],
  ['it listens on this machine only', { HOST: '127.0.0.1' }, false],
  ['it listens on this machine only, by name', { HOST: 'localhost' }, false],
  ['it listens on this machine only, by IPv6', { HOST: '::1' }, false],
  ['keys are wanted', { API_KEYS: 'bot:sha256-x' }, false],
  ['logins are wanted', { AUTH_ENABLED: 'true' }, false],
])('where %s, that everybody may search is said with how to restrict it: %#', (_what, env, isOpen) => {
  const said = openAccessNotice(readConfig(env, []))
  if (isOpen)
    expect(said).toMatch(/^anyone who can reach it over the network may search; .*HOST=127\.0\.0\.1 .*API_KEYS/)
  else expect(said).toBeUndefined()
})
