import type { Engine } from '../../clients/engine/engine.ts'
import type { SqlStore, StoreOptions } from '../sql-store.ts'
import type { OldDays } from '../tables/old-days.ts'
import type { OldWords } from '../tables/old-words.ts'
import type { DetachedParts } from './detached-parts.ts'

export interface EmbeddedOptions extends StoreOptions {
  /** Folder of the engine's data. */
  folder: string
  /** Bytes that the engine may use; 900 MB when absent. */
  memory?: number
}

/** The embedded store, including the parts that only its owner may use. */
export interface EmbeddedStore extends SqlStore {
  readonly engine: Engine
  readonly oldDays: OldDays
  readonly oldWords: OldWords
  readonly detachedParts: DetachedParts
}
