// Maintenance of a database, in steps between which others have their turn: what has expired, and what exceeds a size limit.
import type { MaintenanceState } from './archive/tables.ts'
import type { DatabaseOptions, Run } from './tables.ts'

export function createMaintenance({ answers, archive, history }: DatabaseOptions, run: Run) {
  let shares = 0
  let isTidying = false
  async function maintainArchive(isIdle: boolean): Promise<MaintenanceState> {
    const state = await run('maintainArchive', [isIdle])
    shares = state.shares
    return state
  }
  return {
    /** One step after writes; absent without an archive. */
    archive: archive && maintainArchive,
    /** The number of shares in the archive after the last step. */
    shares: () => shares,
    /** Deletes what has expired, at intervals; one run at a time. Rejects with StoreError. */
    async tidy(epochMs: () => number, isOver: () => boolean): Promise<void> {
      if (isTidying) return
      isTidying = true
      try {
        while (answers && !isOver() && (await run('tidyAnswers', [epochMs()])));
        while (history && !isOver() && (await run('tidyHistory', [epochMs()])));
      } finally {
        isTidying = false
      }
    },
  }
}
