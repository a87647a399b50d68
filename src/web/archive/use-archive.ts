import type { ArchiveState } from '../../schema/store/archive.ts'
import { readArchive } from '../api/system.ts'
import { useRead } from '../state/use-read.ts'

const staleAfterMs = 300_000

/** The archive, if it has days that only queries with archives read; otherwise undefined. */
export function useArchive(): ArchiveState | undefined {
  const { data } = useRead(['archive'], readArchive, { staleTime: staleAfterMs })
  return data !== undefined && data.days > 0 ? data : undefined
}
