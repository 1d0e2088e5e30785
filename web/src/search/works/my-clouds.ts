// The clouds that the user has accounts of, stored in the browser.
import { useMemo } from 'preact/hooks'
import { type CloudType, cloudTypes } from '../../../../src/contract/cloud-types.ts'
import { usePage } from '../../page-context.ts'
import {
  createPersistentSignal,
  type PersistentSignal,
  parseBoolean,
  parseOneOf,
  parseStrings,
} from '../../persistent-signal.ts'

export interface MyClouds {
  readonly clouds: PersistentSignal<readonly CloudType[]>
  /** Whether only works in these clouds are shown. */
  readonly isOnly: PersistentSignal<boolean>
}

function parseClouds(stored: unknown): readonly CloudType[] | undefined {
  return parseStrings(stored)?.flatMap((name) => parseOneOf(cloudTypes)(name) ?? [])
}

export function useMyClouds(): MyClouds {
  const { storage } = usePage()
  return useMemo(
    () => ({
      clouds: createPersistentSignal<readonly CloudType[]>(storage, 'clouds', parseClouds, []),
      isOnly: createPersistentSignal(storage, 'only-my-clouds', parseBoolean, false),
    }),
    [storage],
  )
}
