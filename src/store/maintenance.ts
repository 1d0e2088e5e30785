// Maintenance of a database, in steps between which others have their turn: what has expired, and what exceeds a size limit.
import type { MaintenanceState } from './archive/tables.ts'
import type { Run, TableLimits } from './tables.ts'

export function createMaintenance({ answers, history }: TableLimits, run: Run) {
  let shares = 0
  let isTidying = false
  async function maintain(isIdle: boolean): Promise<MaintenanceState> {
    const state = await run('maintain', [isIdle])
    shares = state.shares
    return state
  }
  return {
    /** One step after writes. */
    maintain,
    /** The number of shares in the archive after the last step. */
    shares: () => shares,
    /** Deletes what has expired, at intervals; one run at a time. Rejects with StoreError. */
    async tidy(epochMs: () => number, isOver: () => boolean): Promise<void> {
      if (isTidying) return
      isTidying = true
      try {
        while (answers && !isOver() && (await run('tidyAnswers', [epochMs()])));
        while (history && !isOver() && (await run('tidyHistory', [epochMs()])));
        while (!isOver() && (await maintain(true)).hasMore);
      } finally {
        isTidying = false
      }
    },
  }
}
